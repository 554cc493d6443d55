package com.personalagentproxy.sandbox.backend.dev;

import static com.personalagentproxy.sandbox.machine.MachineBackendContract.generation;
import static com.personalagentproxy.sandbox.machine.MachineBackendContract.unknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineBackend.Isolation;
import com.personalagentproxy.sandbox.machine.MachineBackend.Listed;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
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
    try (DevMachines machines = TestMachines.open(data, false)) {
      machines.make(broken, generation(1));
      machines.make(whole, generation(1));
    }
    Path entry = data.resolve("ledger").resolve(broken + ".properties");
    Files.writeString(entry, "", StandardCharsets.UTF_8);
    try (DevMachines machines = TestMachines.open(data, false)) {
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

  /** Such as one that was made before marks were written down. */
  @Test
  void aMachineWithoutAMarkIsNotListedUntilItIsMoved() throws IOException {
    MachineId machine = unknown();
    try (DevMachines machines = TestMachines.open(data, false)) {
      machines.make(machine, generation(1));
    }
    Path entry = data.resolve("ledger").resolve(machine + ".properties");
    Files.writeString(entry, "generation=1\nkept=true\n", StandardCharsets.UTF_8);
    try (DevMachines machines = TestMachines.open(data, false)) {
      assertThat(machines.inspect(machine)).isEqualTo(Condition.ASLEEP);
      assertThat(machines.list(null, 9)).isEmpty();
      machines.sleep(machine, generation(1));
      assertThat(machines.list(null, 9)).extracting(Listed::machine).containsExactly(machine);
    }
  }

  @Test
  void aMachineThatCouldNotBeDeletedWholeIsStillListed() throws IOException {
    MachineId machine = unknown();
    try (DevMachines machines = TestMachines.open(data, false)) {
      machines.make(machine, generation(1));
      machines.sleep(machine, generation(2));
      Path processes = data.resolve("ledger").resolve(machine + ".started");
      Files.writeString(processes, "nonsense", StandardCharsets.UTF_8);
      assertThatThrownBy(() -> machines.delete(machine, generation(3)))
          .isInstanceOf(BackendException.Failed.class);
      assertThat(machines.list(null, 9))
          .extracting(Listed::machine, Listed::seen, Listed::condition)
          .containsExactly(tuple(machine, generation(3), Condition.ASLEEP));
      Files.delete(processes);
      machines.delete(machine, generation(4));
      assertThat(machines.list(null, 9)).isEmpty();
    }
  }

  @Test
  void filesThatCannotBeRemovedKeepADeletionFromBeingDoneAndNoOtherMachineFromWorking()
      throws Exception {
    MachineId machine = unknown();
    MachineId other = unknown();
    Path held = data.resolve(machine.toString()).resolve("home/held");
    Path doomed = data.resolve("deleted-" + machine).resolve("home/held");
    try {
      try (DevMachines machines = TestMachines.open(data, false)) {
        machines.make(machine, generation(1));
        machines.make(other, generation(1));
        machines.sleep(machine, generation(2));
        Files.createDirectory(held);
        TestMachines.needs(
            succeeds("mount", "--bind", held.toString(), held.toString()),
            "This process may not mount a folder, by which it is held.");
        assertThatThrownBy(() -> machines.delete(machine, generation(3)))
            .isInstanceOf(BackendException.Failed.class)
            .hasMessageContaining("Not all of its files can be removed");
      }
      try (DevMachines later = TestMachines.open(data, false)) {
        assertThat(later.list(null, 9))
            .as("so that it is deleted again")
            .extracting(Listed::machine, Listed::seen)
            .contains(tuple(machine, generation(3)));
        later.wake(other, generation(2));
        assertThatThrownBy(() -> later.delete(machine, generation(4)))
            .isInstanceOf(BackendException.Failed.class);
        assertThat(succeeds("umount", doomed.toString())).isTrue();
        later.delete(machine, generation(5));
        assertThat(later.list(null, 9)).extracting(Listed::machine).containsExactly(other);
        assertThat(data.resolve("deleted-" + machine)).doesNotExist();
      }
    } finally {
      succeeds("umount", "-q", held.toString());
      succeeds("umount", "-q", doomed.toString());
    }
  }

  private static boolean succeeds(String... command) throws Exception {
    return new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }

  @Test
  void whatCannotBeWrittenDownIsNotDone() throws IOException {
    MachineId machine = unknown();
    try (DevMachines machines = TestMachines.open(data, false)) {
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
    try (DevMachines machines = TestMachines.open(data, false)) {
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
      MachineId machine = killedWhileRunning(DoomedServer.start(home, jailed, Redirect.INHERIT));
      try (DevMachines machines = TestMachines.open(home, jailed)) {
        assertThat(TestMachines.left(home)).isEmpty();
        assertThat(machines.inspect(machine)).isEqualTo(Condition.ASLEEP);
        machines.wake(machine, generation(1));
        machines.delete(machine, generation(2));
      }
    }
  }

  /** The runner is stopped, so that it doesn't see the server end, and nothing bears its mark. */
  @Test
  void aJailThatHidFromAKilledServerIsEndedByTheNext() throws Exception {
    Path home = Files.createDirectory(data.resolve("hiding")).toRealPath();
    try (DevMachines machines = TestMachines.open(home)) {
      assumeTrue(machines.isolation() == Isolation.NAMESPACE, machines.description());
    }
    String seconds = "9" + System.nanoTime() % 1_000_000_000;
    MachineId machine =
        killedWhileRunning(
            DoomedServer.start(
                home,
                true,
                "ulimit -x 5; (setsid sleep "
                    + seconds
                    + " >/dev/null 2>&1 &); prlimit --pid 2 --locks=5:5; kill -STOP 2",
                Redirect.INHERIT));
    assertThat(sleepers(seconds)).as("it hid").isNotEmpty();
    try (DevMachines machines = TestMachines.open(home)) {
      assertThat(sleepers(seconds)).isEmpty();
      assertThat(machines.inspect(machine)).isEqualTo(Condition.ASLEEP);
      machines.wake(machine, generation(1));
      machines.delete(machine, generation(2));
      assertThat(home.resolve("ledger").resolve(machine + ".started")).doesNotExist();
    } finally {
      sleepers(seconds).forEach(ProcessHandle::destroyForcibly);
    }
  }

  private static List<ProcessHandle> sleepers(String seconds) {
    return ProcessHandle.allProcesses()
        .filter(
            it -> it.info().arguments().stream().anyMatch(all -> List.of(all).contains(seconds)))
        .toList();
  }

  @Test
  void aProcessThatOnlyHasTheNumberOfOneThatWasStartedIsLeftAlone() throws IOException {
    Process other = new ProcessBuilder("sleep", "600").start();
    try {
      Instant before = other.info().startInstant().orElseThrow().minusSeconds(60);
      assertThat(
              new Started(List.of(new Started.One(other.pid(), before)))
                  .kill(Duration.ofSeconds(5)))
          .isTrue();
      assertThat(other.isAlive()).isTrue();
      Started real = Started.of(other.toHandle());
      assertThat(Started.parse(real.text())).contains(real);
      assertThat(real.kill(Duration.ofSeconds(5))).isTrue();
      assertThat(Processes.runs(other.toHandle())).isFalse();
    } finally {
      other.destroyForcibly();
    }
  }

  /** Waits until a server has run its command, and kills it. */
  private static MachineId killedWhileRunning(Process server) throws Exception {
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
