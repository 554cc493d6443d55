package com.personalagentproxy.sandbox.backend.dev;

import static com.personalagentproxy.sandbox.machine.MachineBackendContract.generation;
import static com.personalagentproxy.sandbox.machine.MachineBackendContract.unknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What becomes of machines on this computer when the server is killed, or its folder isn't as it
 * left it.
 */
class DevMachinesTroubleTest {

  @TempDir Path data;

  @Test
  void aMachineWhoseEntryIsNotUnderstoodIsLeftAloneAndTheOthersWork() throws IOException {
    MachineId broken = unknown();
    MachineId whole = unknown();
    try (DevMachines machines = DevMachines.open(data, false)) {
      machines.make(broken, generation(1));
      machines.make(whole, generation(1));
    }
    Path entry = data.resolve("ledger").resolve(broken + ".properties");
    Files.writeString(entry, "", StandardCharsets.UTF_8);
    try (DevMachines machines = DevMachines.open(data, false)) {
      for (Runnable call :
          List.<Runnable>of(
              () -> machines.inspect(broken),
              () -> machines.wake(broken, generation(2)),
              () -> machines.delete(broken, generation(2)))) {
        assertThatThrownBy(call::run)
            .isInstanceOf(BackendException.Failed.class)
            .hasMessageContaining(entry.toString());
      }
      machines.wake(whole, generation(2));
      assertThat(machines.inspect(whole)).isEqualTo(Condition.AWAKE);
    }
    assertThat(data.resolve(broken.toString()).resolve("home")).isDirectory();
  }

  @Test
  void whatCannotBeWrittenDownIsNotDone() throws IOException {
    MachineId machine = unknown();
    try (DevMachines machines = DevMachines.open(data, false)) {
      machines.make(machine, generation(1));
      Path ledger = data.resolve("ledger");
      Files.move(ledger, data.resolve("elsewhere"));
      assertThatThrownBy(() -> machines.sleep(machine, generation(2)))
          .isInstanceOf(BackendException.Failed.class)
          .hasMessageContaining("can't be put to sleep");
      assertThat(machines.inspect(machine)).isEqualTo(Condition.AWAKE);
      Files.move(data.resolve("elsewhere"), ledger);
      machines.sleep(machine, generation(2));
      assertThat(machines.inspect(machine)).isEqualTo(Condition.ASLEEP);
    }
  }

  @Test
  void aMachineWhoseFilesAreGoneIsGone() throws IOException {
    MachineId machine = unknown();
    try (DevMachines machines = DevMachines.open(data, false)) {
      machines.make(machine, generation(1));
      machines.sleep(machine, generation(2));
      Files.move(data.resolve(machine.toString()), data.resolve("taken"));
      assertThat(machines.inspect(machine)).isEqualTo(Condition.ABSENT);
      assertThatThrownBy(() -> machines.wake(machine, generation(3)))
          .isInstanceOf(BackendException.MachineGone.class);
    }
  }

  @Test
  void afterTheServerWasKilledItsMachinesAreAsleepAndNothingRuns() throws Exception {
    for (boolean jailed : new boolean[] {true, false}) {
      Path home = Files.createDirectory(data.resolve("jailed-" + jailed)).toRealPath();
      MachineId machine = killedWhileRunning(home, jailed);
      try (DevMachines machines = DevMachines.open(home, jailed)) {
        assertThat(new Processes(limit -> Mark.isOfHome(home, limit), OptionalLong.empty()).alive())
            .isEmpty();
        assertThat(machines.inspect(machine)).isEqualTo(Condition.ASLEEP);
        machines.wake(machine, generation(1));
        machines.delete(machine, generation(2));
      }
    }
  }

  /** Starts a server of its own, which starts processes that want to stay, and kills it. */
  private static MachineId killedWhileRunning(Path home, boolean jailed) throws Exception {
    Process server = DoomedServer.start(home, jailed, Redirect.INHERIT);
    try (BufferedReader said =
        new BufferedReader(
            new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))) {
      MachineId machine = new MachineId(UUID.fromString(said.readLine()));
      server.destroyForcibly();
      assertThat(server.waitFor(10, TimeUnit.SECONDS)).isTrue();
      return machine;
    }
  }

  @Test
  void aBoundIsKeptWhenProcessesAreEnded() {
    Processes none = new Processes(limit -> false, OptionalLong.empty());
    assertThat(none.kill(Duration.ZERO)).isTrue();
  }
}
