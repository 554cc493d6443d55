package com.personalagentproxy.sandbox.web.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The browser that is installed. */
final class Chromium {

  private static final List<String> FLAGS =
      List.of(
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync");

  private Chromium() {}

  /** Where it is; empty if there is none. */
  static Optional<Path> path() {
    return Stream.of(
            System.getenv("SANDBOX_TEST_BROWSER"), "/usr/bin/chromium", "/usr/bin/google-chrome")
        .filter(Objects::nonNull)
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst();
  }

  static Playwright playwright() {
    // A busy computer is no fault of a page.
    PlaywrightAssertions.setDefaultAssertionTimeout(15_000);
    return Playwright.create(
        new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
  }

  static Browser launch(Playwright playwright) {
    return playwright
        .chromium()
        .launch(
            new BrowserType.LaunchOptions()
                .setExecutablePath(path().orElseThrow())
                .setHeadless(true)
                .setArgs(FLAGS));
  }
}
