package com.personalagentproxy.sandbox.backend.dev;

import static com.personalagentproxy.sandbox.machine.MachineBackendContract.unknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineBackend.Listed;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose the folder that all machines are in is, and what tells it from others. */
class DevMachinesFolderTest {

  @TempDir Path data;

  @Test
  void aFolderIsOneServersAtATime() throws Exception {
    try (DevMachines first = TestMachines.open(data, false)) {
      assertThat(first.inspect(unknown())).isEqualTo(Condition.ABSENT);
      for (int time = 0; time < 2; time++) {
        assertThatThrownBy(() -> TestMachines.open(data, false))
            .isInstanceOf(BackendException.Failed.class)
            .hasMessageContaining("Another server has them open");
      }
      assertThat(anotherProcessIsRefused()).isTrue();
    }
    TestMachines.open(data, false).close();
  }

  /** Not fooled by refusals in this process, which must not give up its lock. */
  private boolean anotherProcessIsRefused() throws Exception {
    Process server = DoomedServer.start(data, false, Redirect.DISCARD);
    try {
      String said = new String(server.getInputStream().readNBytes(1), StandardCharsets.UTF_8);
      assertThat(server.waitFor(20, TimeUnit.SECONDS)).isTrue();
      return said.isEmpty() && server.exitValue() != 0;
    } finally {
      server.destroyForcibly();
    }
  }

  @Test
  void aFolderThatCouldNotBeOpenedIsNotTaken() throws IOException {
    Path ledger = Files.createFile(data.resolve("ledger"));
    assertThatThrownBy(() -> TestMachines.open(data, false))
        .isInstanceOf(BackendException.Failed.class)
        .hasMessageContaining(ledger.toString());
    Files.delete(ledger);
    TestMachines.open(data, false).close();
  }

  @Test
  void closingTwiceIsClosingOnce() throws IOException {
    DevMachines first = TestMachines.open(data, false);
    first.close();
    try (DevMachines second = TestMachines.open(data, false)) {
      first.close();
      assertThat(second.inspect(unknown())).isEqualTo(Condition.ABSENT);
      assertThatThrownBy(() -> TestMachines.open(data, false))
          .isInstanceOf(BackendException.Failed.class);
    }
  }

  @Test
  void theHighestGenerationThatThereIsIsReadBack() throws IOException {
    MachineId machine = unknown();
    Generation highest = new Generation(Long.MAX_VALUE);
    try (DevMachines first = TestMachines.open(data, false)) {
      first.make(machine, highest);
    }
    try (DevMachines second = TestMachines.open(data, false)) {
      assertThat(second.list(null, 1)).extracting(Listed::seen).containsExactly(highest);
    }
  }

  @Test
  void aFolderHasAnIdForGoodAndNoOtherHasIt() throws IOException {
    UUID first = idOf(data.resolve("one"));
    assertThat(idOf(data.resolve("one"))).isEqualTo(first);
    assertThat(idOf(data.resolve("other"))).isNotEqualTo(first);
  }

  @Test
  void anIdThatIsNotUnderstoodIsNotMadeUpAnew() throws IOException {
    Path file = Files.writeString(data.resolve("home.id"), "", StandardCharsets.UTF_8);
    assertThatThrownBy(() -> TestMachines.open(data, false))
        .isInstanceOf(BackendException.Failed.class)
        .hasMessageContaining(file.toString());
    assertThat(file).isEmptyFile();
  }

  private static UUID idOf(Path home) throws IOException {
    try (DevMachines machines = TestMachines.open(home, false)) {
      return machines.homeId();
    }
  }
}
