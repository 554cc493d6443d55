package com.personalagentproxy.sandbox.backend.dev;

import static com.personalagentproxy.sandbox.machine.MachineBackendContract.generation;
import static com.personalagentproxy.sandbox.machine.MachineBackendContract.unknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That opening a folder ends what was left of its own machines, and nothing of other servers'. */
class FolderBesideOthersTest {

  @TempDir Path data;
  private final List<Process> started = new ArrayList<>();
  private Path home;
  private UUID id;

  @BeforeEach
  void openItOnce() throws IOException {
    home = data.toRealPath();
    try (DevMachines machines = TestMachines.open(home, false)) {
      id = machines.homeId();
    }
  }

  @AfterEach
  void endAll() {
    started.forEach(Process::destroyForcibly);
  }

  /** In a container the same path is another folder, and its processes are seen from outside. */
  @Test
  void anotherFolderOfTheSamePathKeepsItsProcesses() throws IOException {
    Process others = marked(HomeTag.of(home, UUID.randomUUID()));
    Process own = marked(HomeTag.of(home, id));
    TestMachines.open(home, false).close();
    assertThat(Processes.runs(own.toHandle())).isFalse();
    assertThat(Processes.runs(others.toHandle())).isTrue();
  }

  @Test
  void aCopyOfTheFolderKeepsItsProcessesAndItsGroup() throws IOException {
    HomeTag copy = HomeTag.of(data.resolve("copy"), id);
    Process others = marked(copy);
    TestMachines.open(home, false).close();
    assertThat(Processes.runs(others.toHandle())).isTrue();
    assertThat(copy.group()).isNotEqualTo(HomeTag.of(home, id).group());
  }

  /** It tells so by the file it leaves; without one, whoever has its mark is another's. */
  @Test
  void whatAServerOfAVersionBeforeLeftIsEndedOnlyIfItWasKilled() throws IOException {
    MachineId machine = unknown();
    try (DevMachines machines = TestMachines.open(home, false)) {
      machines.make(machine, generation(1));
    }
    Process left = marked(HomeTag.former(home, id));
    TestMachines.open(home, false).close();
    assertThat(Processes.runs(left.toHandle())).isTrue();
    Path file = home.resolve("ledger").resolve(machine + ".processes");
    Files.writeString(file, "", StandardCharsets.US_ASCII);
    try (DevMachines machines = TestMachines.open(home, false)) {
      assertThat(Processes.runs(left.toHandle())).isFalse();
      assertThat(file).doesNotExist();
      machines.wake(machine, generation(1));
    }
  }

  @Test
  void processesThatAreNotUnderstoodKeepOnlyTheirOwnMachineFromBeingWoken() throws IOException {
    MachineId broken = unknown();
    MachineId whole = unknown();
    try (DevMachines machines = TestMachines.open(home, false)) {
      machines.make(broken, generation(1));
      machines.make(whole, generation(1));
    }
    Path file = home.resolve("ledger").resolve(broken + ".started");
    Files.writeString(file, "nonsense", StandardCharsets.US_ASCII);
    try (DevMachines machines = TestMachines.open(home, false)) {
      machines.wake(whole, generation(2));
      assertThat(machines.inspect(whole)).isEqualTo(Condition.AWAKE);
      assertThatThrownBy(() -> machines.wake(broken, generation(2)))
          .isInstanceOf(BackendException.Failed.class)
          .hasMessageContaining(file.toString());
    }
  }

  private Process marked(HomeTag tag) throws IOException {
    Process process =
        new ProcessBuilder(
                Programs.shell(),
                "-c",
                "ulimit -x $1 || ulimit -w $1 || exit; echo; exec sleep 600",
                "sh",
                Long.toString(Mark.of(tag, 1).machine()))
            .start();
    started.add(process);
    assertThat(process.getInputStream().read()).isEqualTo('\n');
    return process;
  }
}
