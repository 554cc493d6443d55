package com.personalagentproxy.sandbox.backend.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What runner.sh does in shells of either kind when it is asked late. */
class RunnerScriptTest {

  @TempDir Path data;

  @ParameterizedTest
  @ValueSource(strings = {"/bin/bash", "/bin/sh"})
  void aPipeThatIsGoneBeforeItIsDrainedDoesNotEndTheMachine(String shell) throws IOException {
    try (Talk talk = started(shell)) {
      assertThat(talk.answer("drain 7 out")).isEqualTo("7 drained");
      Files.writeString(data.resolve("control/8.cwd"), "/no/such/folder", StandardCharsets.UTF_8);
      assertThat(talk.answer("run 8 4096 none")).isEqualTo("8 no-folder");
    }
  }

  /** Its last writer may have ended meanwhile. */
  @Test
  void aPipeThatNobodyWritesIsNotWaitedFor() throws Exception {
    try (Talk talk = started(Programs.shell())) {
      Path pipe = data.resolve("control/7.out");
      assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
      assertThat(talk.answer("drain 7 out")).isEqualTo("7 drained");
    }
  }

  private Talk started(String shell) throws IOException {
    assumeTrue(Files.isExecutable(Path.of(shell)), "There is no " + shell + ".");
    MachineFolder folder = new MachineFolder(data, 1);
    folder.makeControl();
    Path script = folder.control().resolve("runner.sh");
    Path control = data.resolve("control");
    ProcessBuilder builder =
        new ProcessBuilder(
            shell, script.toString(), control.toString(), "4096", "0", "1048576", "256");
    builder.environment().put("HOME", data.toString());
    Process runner = builder.start();
    // One that hangs is not waited for.
    CompletableFuture.delayedExecutor(60, TimeUnit.SECONDS).execute(runner::destroyForcibly);
    Talk talk =
        new Talk(
            runner,
            new BufferedReader(
                new InputStreamReader(runner.getInputStream(), StandardCharsets.UTF_8)));
    assertThat(talk.answers().readLine()).isEqualTo("0 ready");
    return talk;
  }

  /** With a runner, which ends with it. */
  private record Talk(Process runner, BufferedReader answers) implements Closeable {
    String answer(String line) throws IOException {
      OutputStream requests = runner.getOutputStream();
      requests.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
      requests.flush();
      return answers.readLine();
    }

    @Override
    public void close() throws IOException {
      runner.getOutputStream().close();
      assertThat(runner.onExit().orTimeout(60, TimeUnit.SECONDS).join().exitValue()).isZero();
    }
  }
}
