package com.personalagentproxy.sandbox.backend.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.CommandEndContract;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineBackend.Listed;
import com.personalagentproxy.sandbox.machine.MachineBackendContract;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.Trial;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What machines on this computer promise, jailed or not. */
abstract class DevMachinesContract implements CommandEndContract {

  /**
   * The names of all variables that a command may see: those it is given, and those that shells
   * add.
   */
  static final List<String> NO_SECRETS =
      List.of(
          "HOME",
          "LANG",
          "LOGNAME",
          "OLDPWD",
          "PATH",
          "PWD",
          "SANDBOX_MACHINE",
          "SANDBOX_MARK",
          "SHLVL",
          "TERM",
          "TMPDIR",
          "USER",
          "_",
          "MAIL",
          "SHELL");

  @TempDir Path data;
  private DevMachines machines;
  private final Set<MachineId> made = ConcurrentHashMap.newKeySet();

  abstract DevMachines open(Path home, UUID installation);

  @Override
  public DevMachines backend() {
    return machines;
  }

  @Override
  public MachineId made() {
    MachineId machine = CommandEndContract.super.made();
    made.add(machine);
    return machine;
  }

  /** One folder is one server's at a time, so the other has it open in between. */
  @Override
  public MachineId madeByAnother() {
    try {
      machines.close();
      MachineId machine;
      try (DevMachines others = open(home(), UUID.randomUUID())) {
        machine = MachineBackendContract.unknown();
        others.make(machine, Generation.FIRST);
      }
      machines = open(home(), TestMachines.INSTALLATION);
      made.add(machine);
      return machine;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  Path home() {
    return data.resolve("machines");
  }

  @BeforeEach
  void openThem() {
    machines = open(home(), TestMachines.INSTALLATION);
  }

  @AfterEach
  void closeThem() throws IOException {
    if (machines == null) {
      // They couldn't be had here, and that was said.
      return;
    }
    made.forEach(machine -> machines.delete(machine, new Generation(1_000_000)));
    machines.close();
    assertThat(TestMachines.left(home())).isEmpty();
  }

  @Test
  void aRestartedServerFindsItsMachinesAsleepWithTheirFilesAndGenerations() throws IOException {
    MachineId machine = made();
    MachineId deleted = made();
    run(machine, "echo kept >file; nohup sleep 600 >/dev/null 2>&1 &");
    machines.delete(deleted, new Generation(5));
    machines.close();
    machines = open(home(), TestMachines.INSTALLATION);
    assertThat(machines.inspect(machine)).isEqualTo(Condition.ASLEEP);
    assertThat(machines.inspect(deleted)).isEqualTo(Condition.ABSENT);
    assertThatThrownBy(() -> machines.make(deleted, new Generation(4)))
        .isInstanceOf(BackendException.StaleGeneration.class);
    machines.wake(machine, new Generation(2));
    Trial trial =
        Trial.of(machines, machine, new Generation(2), new Command("cat file", null, null, AMPLE));
    assertThat(trial.text()).isEqualTo("kept\n");
  }

  @Test
  void aRestartedServerListsItsMachinesAsTheyWere() throws IOException {
    MachineId machine = made();
    machines.delete(made(), new Generation(2));
    machines.sleep(machine, new Generation(3));
    List<Listed> before = listed(9);
    machines.close();
    machines = open(home(), TestMachines.INSTALLATION);
    assertThat(listed(9)).isEqualTo(before).hasSize(1);
  }

  @Test
  void theServersEnvironmentIsNotHandedDown() {
    Trial trial = run(made(), "env | cut -d= -f1 | sort | tr '\\n' ' '");
    assertThat(trial.text().strip().split(" ")).isSubsetOf(NO_SECRETS);
  }

  @Test
  void aCommandNobodyWaitsForIsEnded() throws InterruptedException {
    MachineId machine = made();
    String sleeper = CommandEndContract.sleeper();
    Thread caller = new Thread(() -> run(machine, "touch started; " + sleeper));
    caller.start();
    run(machine, "until [ -e started ]; do sleep 0.02; done");
    caller.interrupt();
    caller.join(10_000);
    assertThat(isAlive(machine, 1, sleeper)).isFalse();
  }

  @Test
  void aMachineThatShutItsOwnFoldersIsNotLockedOut() {
    MachineId machine = made();
    run(machine, "echo kept >file; chmod 000 ~ $TMPDIR");
    assertThat(run(machine, "cat file; touch other $TMPDIR/other && echo made"))
        .extracting(Trial::text)
        .isEqualTo("kept\nmade\n");
    run(machine, "chmod 000 ~ $TMPDIR");
    machines.sleep(machine, Generation.FIRST);
    machines.wake(machine, Generation.FIRST);
    assertThat(run(machine, "cat file").text()).isEqualTo("kept\n");
  }

  @Test
  void filesAreMadeForOthersToRead() {
    assertThat(run(made(), "umask").text()).isEqualTo("0022\n");
  }

  @Test
  void theServerKeepsNoFilesOpenAndNoPipesBehind() throws IOException {
    MachineId machine = made();
    run(machine, "true");
    long before = openFiles();
    for (int time = 0; time < 100; time++) {
      run(machine, "sleep 5 & echo ok");
    }
    assertThat(openFiles()).isLessThanOrEqualTo(before + 3);
    try (Stream<Path> left = Files.walk(home().resolve(machine.toString()).resolve("control"))) {
      assertThat(left.filter(file -> file.toString().endsWith(".line"))).isEmpty();
    }
  }

  private static long openFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return files.count();
    }
  }

  @Test
  void deletingLeavesNothingAndFollowsNoLink() throws IOException {
    Path precious = Files.writeString(data.resolve("precious"), "gold", StandardCharsets.UTF_8);
    MachineId machine = made();
    run(
        machine,
        "ln -s "
            + data
            + " out; mkdir -p a/b; touch a/b/c; chmod 500 a/b; chmod 000 a; p=$(printf 'deep/%.0s' $(seq 300)); for i in 1 2 3 4; do mkdir -p $p; cd $p; done");
    machines.delete(machine, MachineBackendContract.generation(2));
    assertThat(precious).hasContent("gold");
    try (Stream<Path> left = Files.list(home())) {
      assertThat(left.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.contains(machine.toString()));
    }
  }
}
