package com.personalagentproxy.sandbox.backend.docker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The shell of a lane, in a process of this computer. */
@Timeout(60)
class LaneScriptTest {

  @TempDir Path home;

  /** Who stops a command may say so just when it has ended. */
  @ParameterizedTest
  @MethodSource("shells")
  void anEndThatComesTooLateLeavesTheLaneForTheNextCommand(List<String> shell) throws IOException {
    assertThat(said(shell, "end\n", "echo made")).contains("LANE 0 ready", "LANE 1 exit 0");
  }

  @ParameterizedTest
  @MethodSource("shells")
  void anExitIsToldFromASignalOfTheSameNumber(List<String> shell) throws IOException {
    assertThat(said(shell, "", "exit 130")).contains("LANE 1 exit 130");
    assertThat(said(shell, "", "exit 141")).contains("LANE 1 exit 141");
    assertThat(said(shell, "", "exit 137")).contains("LANE 1 exit 137");
    assertThat(said(shell, "", "kill -INT $$; sleep 5")).contains("LANE 1 signal INT");
    assertThat(said(shell, "", "kill -PIPE $$; sleep 5")).contains("LANE 1 signal PIPE");
    assertThat(said(shell, "", "kill -KILL $$; sleep 5")).contains("LANE 1 signal KILL");
  }

  static Stream<List<String>> shells() {
    return Stream.of(List.of("sh"), List.of("bash"), List.of("bash", "--posix"))
        .filter(shell -> isThere(shell.get(0)));
  }

  private static boolean isThere(String program) {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  private List<String> said(List<String> shell, String before, String line) throws IOException {
    Path script = home.resolve("lane.sh");
    try (InputStream lane = Lane.class.getResourceAsStream("lane.sh")) {
      assertThat(lane).isNotNull();
      Files.copy(lane, script, StandardCopyOption.REPLACE_EXISTING);
    }
    List<String> command = new ArrayList<>(shell);
    command.addAll(List.of(script.toString(), "lane"));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("HOME", home.toString());
    builder.environment().put("TMPDIR", home.toString());
    Process lane = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    List<String> said = new ArrayList<>();
    try (OutputStream requests = lane.getOutputStream();
        BufferedReader answers = lane.inputReader(StandardCharsets.UTF_8)) {
      requests.write(
          "open LANE\n%srun 1 4611686018427387 5 = - -\n%s\n"
              .formatted(before, line)
              .getBytes(StandardCharsets.UTF_8));
      requests.flush();
      String answer = answers.readLine();
      while (answer != null && !answer.matches("LANE 1 (exit|signal) .*")) {
        said.add(answer);
        answer = answers.readLine();
      }
      said.add(answer);
      requests.write("next\n".getBytes(StandardCharsets.UTF_8));
    } finally {
      lane.destroy();
    }
    return said;
  }
}
