package com.personalagentproxy.sandbox.web.documentation.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.opentest4j.TestAbortedException;

/** Other programs, that read what pages show for them. */
final class Tool {

  private Tool() {}

  /**
   * Where the program is. Without it the test is skipped aloud; in the strict run that is a
   * failure.
   *
   * @param harmless an argument with which it only says something
   */
  static String named(String name, String harmless) throws InterruptedException {
    for (String place : List.of(name, "/usr/sbin/" + name)) {
      try {
        new ProcessBuilder(place, harmless)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();
        return place;
      } catch (IOException none) {
        // Perhaps at the next place.
      }
    }
    String sentence = "What the pages show for %s can't be tried: there is none.".formatted(name);
    if ("true".equals(System.getenv("SANDBOX_TEST_STRICT"))) {
      throw new AssertionError(sentence);
    }
    System.err.println(sentence);
    throw new TestAbortedException(sentence);
  }

  /** What it prints; it has to end well. */
  static String run(String... line) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }
}
