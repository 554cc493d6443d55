package com.personalagentproxy.sandbox.backend.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.command.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is left open when a command's pipes can't be made, opened or served. */
class CommandPlumbingTest {

  @TempDir Path data;
  private Path folder;

  @BeforeEach
  void followNoLink() throws IOException {
    folder = data.toRealPath();
  }

  @Test
  void nothingStaysOpenWhenAPipeCannotBeOpened() throws IOException {
    long number = new PipeMaker(folder).next();
    Files.delete(folder.resolve(number + ".err"));
    assertThatThrownBy(() -> command(number)).isInstanceOf(IOException.class);
    assertThat(open()).isEmpty();
    assertThat(folder.resolve(number + ".line")).doesNotExist();
  }

  @Test
  void nothingStaysOpenWhenAThreadCannotBeStarted() throws IOException {
    try (RunningCommand command = command(new PipeMaker(folder).next())) {
      assertThatThrownBy(
              () ->
                  command.serve(
                      task -> {
                        throw new RejectedExecutionException("No more threads.");
                      }))
          .isInstanceOf(RejectedExecutionException.class);
      assertThat(open()).isNotEmpty();
    }
    assertThat(open()).isEmpty();
  }

  @Test
  void pipesThatAreNotMadeInTimeAreNotWaitedFor() throws IOException {
    Path slow = Files.writeString(folder.resolve("slow"), "#!/bin/sh\nexec sleep 600\n");
    Files.setPosixFilePermissions(slow, PosixFilePermissions.fromString("rwx------"));
    PipeMaker pipes = new PipeMaker(folder, slow.toString(), Duration.ofMillis(50));
    assertThatThrownBy(pipes::next).isInstanceOf(Trouble.class).hasMessageContaining("in time");
  }

  @Test
  @Timeout(60)
  void nobodyWaitsForAMachineThatHasEndedToReadOn() throws InterruptedException {
    CommandEnd end = new CommandEnd("~");
    end.machineEnded("It was put to sleep.");
    assertThat(end.awaitDrained(2, Duration.ofMinutes(10))).isTrue();
  }

  private RunningCommand command(long number) throws IOException {
    return new RunningCommand(
        new CommandPipes(folder, number),
        new Command("true", "input", null, Duration.ofSeconds(30)),
        (bytes, offset, length) -> {},
        (bytes, offset, length) -> {});
  }

  /** What this process has open in the folder. */
  private List<Path> open() throws IOException {
    try (Stream<Path> numbers = Files.list(Path.of("/proc/self/fd"))) {
      return numbers
          .flatMap(CommandPlumbingTest::target)
          .filter(it -> it.startsWith(folder))
          .toList();
    }
  }

  private static Stream<Path> target(Path number) {
    try {
      return Stream.of(Files.readSymbolicLink(number));
    } catch (IOException closedMeanwhile) {
      return Stream.empty();
    }
  }
}
