package com.personalagentproxy.sandbox.web.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import com.personalagentproxy.sandbox.web.command.WholeServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A whole server and a browser before it, once for all tests. */
final class Stage implements AutoCloseable {

  static final int WIDE = 1280;
  static final int PHONE = 390;

  private final Path home;
  private final WholeServer server;
  private final Playwright playwright;
  private final Browser browser;
  private final String state;

  Stage() {
    try {
      home = Files.createTempDirectory("sandboxes-browser");
    } catch (IOException failure) {
      throw new UncheckedIOException("There is no place for the server's home.", failure);
    }
    server = new WholeServer(home);
    playwright = Chromium.playwright();
    browser = Chromium.launch(playwright);
    try (Window window = new Window(browser.newContext(), url())) {
      window.page().navigate(server.server().signInLink().toString());
      window.page().locator("main button").click();
      window.page().waitForURL(url() + "/");
      state = window.page().context().storageState();
    }
  }

  WholeServer server() {
    return server;
  }

  String url() {
    return server.server().url().toString();
  }

  /** A window of the owner's, who is signed in. */
  Window window() {
    return window(new Browser.NewContextOptions());
  }

  /** Likewise, without scripts. */
  Window windowWithoutScripts() {
    return window(new Browser.NewContextOptions().setJavaScriptEnabled(false));
  }

  /** Likewise, of that width, in the dark or not. */
  Window window(int width, boolean dark) {
    return window(
        new Browser.NewContextOptions()
            .setViewportSize(width, width == PHONE ? 844 : 800)
            .setColorScheme(dark ? ColorScheme.DARK : ColorScheme.LIGHT));
  }

  /** A window that nobody is signed in with. */
  Window strangersWindow(int width, boolean dark) {
    return new Window(
        browser.newContext(
            new Browser.NewContextOptions()
                .setViewportSize(width, width == PHONE ? 844 : 800)
                .setColorScheme(dark ? ColorScheme.DARK : ColorScheme.LIGHT)),
        url());
  }

  /** Likewise, before another server. */
  Window strangersWindow(String otherUrl) {
    return new Window(browser.newContext(), otherUrl);
  }

  /** A window of the owner's, where motion is to be reduced. */
  Window windowWithReducedMotion() {
    return window(new Browser.NewContextOptions().setReducedMotion(ReducedMotion.REDUCE));
  }

  private Window window(Browser.NewContextOptions options) {
    BrowserContext context = browser.newContext(options.setStorageState(state));
    return new Window(context, url());
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
    server.close();
  }
}
