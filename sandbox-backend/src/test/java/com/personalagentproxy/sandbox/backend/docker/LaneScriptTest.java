package com.personalagentproxy.sandbox.backend.docker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The shell of a lane, in a process of this computer. */
@Timeout(60)
class LaneScriptTest {

  /** Who stops a command may say so just when it has ended. */
  @Test
  void anEndThatComesTooLateLeavesTheLaneForTheNextCommand(@TempDir Path home) throws IOException {
    Path script = home.resolve("lane.sh");
    try (InputStream lane = Lane.class.getResourceAsStream("lane.sh")) {
      assertThat(lane).isNotNull();
      Files.copy(lane, script);
    }
    ProcessBuilder shell = new ProcessBuilder("sh", script.toString(), "lane");
    shell.environment().put("HOME", home.toString());
    shell.environment().put("TMPDIR", home.toString());
    Process lane = shell.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    List<String> said = new ArrayList<>();
    try (OutputStream requests = lane.getOutputStream();
        BufferedReader answers = lane.inputReader(StandardCharsets.UTF_8)) {
      requests.write(
          "open LANE\nend\nrun 1 4611686018427387 5 = - -\necho made\n"
              .getBytes(StandardCharsets.UTF_8));
      requests.flush();
      String line = answers.readLine();
      while (line != null && !said.contains("LANE 1 exit 0")) {
        said.add(line);
        line = answers.readLine();
      }
      requests.write("next\n".getBytes(StandardCharsets.UTF_8));
    } finally {
      lane.destroy();
    }

    assertThat(said).contains("LANE 0 ready", "LANE 1 exit 0");
  }
}
