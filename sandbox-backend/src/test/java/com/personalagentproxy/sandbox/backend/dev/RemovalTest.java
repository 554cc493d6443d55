package com.personalagentproxy.sandbox.backend.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of files that aren't removed. */
class RemovalTest {

  private static final Duration AMPLE = Duration.ofMinutes(1);

  @TempDir Path data;
  private Path folder;

  @BeforeEach
  void makeIt() throws IOException {
    folder = Files.createDirectory(data.resolve("folder"));
  }

  @Test
  void manyFilesAreNotRemovedYet() throws IOException {
    Removal slow = new Removal(program("exec sleep 600"), Duration.ofMillis(50));
    assertThatThrownBy(() -> slow.of(folder))
        .isInstanceOf(Trouble.class)
        .hasMessageStartingWith("Its files are not all removed yet");
  }

  @Test
  void filesThatAreHeldCannotBeRemoved() throws IOException {
    Removal refused = new Removal(program("exit 1"), AMPLE);
    assertThatThrownBy(() -> refused.of(folder))
        .isInstanceOf(Trouble.class)
        .hasMessageStartingWith("Not all of its files can be removed");
  }

  @Test
  void whatIsProtectedFromItsOwnerIsRemoved() throws IOException {
    Files.createDirectories(folder.resolve("inner/most"));
    Files.setPosixFilePermissions(
        folder.resolve("inner"), PosixFilePermissions.fromString("r-x------"));
    Removal.USUAL.of(folder);
    assertThat(folder).doesNotExist();
    Removal.USUAL.of(folder);
  }

  private String program(String script) throws IOException {
    Path program = Files.writeString(data.resolve("program"), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return program.toString();
  }
}
