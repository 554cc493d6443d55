package com.personalagentproxy.sandbox.web.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The calls of curl that a page shows, made as they stand.
 *
 * @param folder where they are made
 * @param environment what the page has its reader set
 */
public record ShownCalls(Path folder, Map<String, String> environment) {

  /** Those that a page shows, in its order; where there is no curl the test is skipped aloud. */
  public static List<String> of(String page) {
    Needed.require(
        Needed.canRun("curl", "--version"),
        "The calls that docs/%s shows can't be tried: there is no curl.".formatted(page));
    return Pages.fenced(Pages.docs(page), "curl");
  }

  /** The status and the body that a call is answered with. */
  public String answer(String call) throws IOException, InterruptedException {
    ProcessBuilder shell =
        new ProcessBuilder(
            "sh", "-c", call + " -o body -w '%{http_code} ' && cat body; rm -f body");
    shell.directory(folder.toFile());
    shell.environment().putAll(environment);
    shell.redirectErrorStream(true);
    Process process = shell.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }
}
