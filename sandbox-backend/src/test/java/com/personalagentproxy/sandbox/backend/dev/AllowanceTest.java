package com.personalagentproxy.sandbox.backend.dev;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineBackendContract;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a machine that takes all it can get is kept to, and that the others don't feel it. */
class AllowanceTest {

  private static final int PROCESSES = 60;
  private static final long MEMORY = 256L << 20;
  private static final long KIBIBYTES = 1024;

  @TempDir Path data;
  private DevMachines machines;
  private final List<MachineId> made = new ArrayList<>();

  @BeforeEach
  void openThem() {
    machines =
        TestMachines.jailed(
            DevMachines.open(
                data.resolve("machines"),
                TestMachines.INSTALLATION,
                true,
                new Allowance(PROCESSES, MEMORY, KIBIBYTES, 64)));
  }

  @AfterEach
  void closeThem() throws IOException {
    if (machines != null) {
      made.forEach(machine -> machines.delete(machine, new Generation(1_000_000)));
      machines.close();
    }
  }

  private MachineId made() {
    MachineId machine = MachineBackendContract.unknown();
    machines.make(machine, Generation.FIRST);
    made.add(machine);
    return machine;
  }

  private Trial run(MachineId machine, String line, int seconds) {
    Command command = new Command(line, null, null, Duration.ofSeconds(seconds));
    return Trial.of(machines, machine, Generation.FIRST, command);
  }

  @Test
  void aForkBombIsItsOwnMachinesAloneAndSleepEndsIt() {
    TestMachines.needs(
        machines.description().contains(PROCESSES + " processes"), machines.description());
    MachineId bombed = made();
    MachineId other = made();
    run(bombed, "bomb() { bomb | bomb & }; bomb 2>/dev/null; true", 20);
    String count = "ls -d /proc/[0-9]* | wc -l";
    assertThat(run(other, "for i in 1 2 3 4 5; do sh -c :; done; " + count, 20))
        .satisfies(
            trial -> {
              assertThat(trial.outcome()).isEqualTo(new Outcome.Exited(0));
              assertThat(Integer.parseInt(trial.text().strip())).isLessThan(PROCESSES / 2);
            });
    assertThat(machines.inspect(bombed)).isEqualTo(Condition.AWAKE);
    machines.sleep(bombed, new Generation(2));
    machines.wake(bombed, new Generation(3));
    Command after = new Command(count, null, null, Duration.ofSeconds(20));
    assertThat(
            Integer.parseInt(Trial.of(machines, bombed, new Generation(3), after).text().strip()))
        .isLessThan(PROCESSES / 2);
  }

  @Test
  void howManyProcessesThereAreIsLimited() {
    TestMachines.needs(
        machines.description().contains(PROCESSES + " processes"), machines.description());
    Trial trial =
        run(made(), "exec 2>/dev/null; for i in $(seq 300); do sleep 600 & echo $i; done", 3);
    assertThat(trial.outcome()).isEqualTo(new Outcome.TimedOut());
    assertThat(trial.text().lines().count()).isBetween((long) PROCESSES / 2, (long) PROCESSES + 1);
  }

  @Test
  void memoryIsLimitedAndTheMachineLivesOn() {
    TestMachines.needs(
        machines.description().contains("0.3 GiB of memory"), machines.description());
    MachineId machine = made();
    assertThat(run(machine, "head -c 64M /dev/zero | tail -c 64M | wc -c", 60).text())
        .isEqualTo("67108864\n");
    assertThat(run(machine, "head -c 600M /dev/zero | tail -c 600M | wc -c", 60).text())
        .isNotEqualTo("629145600\n");
    assertThat(run(machine, "echo fine", 60).text()).isEqualTo("fine\n");
    assertThat(machines.inspect(machine)).isEqualTo(Condition.AWAKE);
  }

  @Test
  void aFileIsLimited() {
    Trial trial = run(made(), "head -c 4M /dev/zero >file; echo $?; stat -c %s file", 60);
    assertThat(trial.text().lines().toList().get(1)).isEqualTo(Long.toString(KIBIBYTES * 1024));
    assertThat(trial.text()).doesNotStartWith("0\n");
  }

  @Test
  void openFilesAreLimitedAndNothingIsLeftOfACrash() {
    Trial trial = run(made(), "ulimit -n; ulimit -Hn; ulimit -c; ulimit -Hc; ulimit -n 65", 60);
    assertThat(trial.text()).isEqualTo("64\n64\n0\n0\n");
    assertThat(trial.outcome()).isEqualTo(new Outcome.Exited(1));
  }

  @Test
  void whatIsAndIsNotLimitedIsSaid() {
    assertThat(machines.description())
        .contains("files of 0.0 GiB")
        .containsPattern("nothing limits its (.*, )?disk and processor\\.$");
  }

  /** One waking's end comes after the next has begun; their control groups aren't the same. */
  @Test
  void aMachineThatKillsItselfCanBeWokenAtOnce() throws InterruptedException {
    MachineId machine = made();
    for (int time = 0; time < 10; time++) {
      Thread killing = new Thread(() -> run(machine, "kill -KILL -1; sleep 20", 30));
      killing.start();
      while (machines.inspect(machine) == Condition.AWAKE) {
        Thread.onSpinWait();
      }
      machines.wake(machine, Generation.FIRST);
      killing.join();
      assertThat(run(machine, "sh -c 'echo back'; true", 30).text()).isEqualTo("back\n");
    }
  }

  @Test
  void noGroupIsLeftBehind() throws IOException {
    MachineId machine = made();
    machines.delete(machine, new Generation(2));
    made.clear();
    machines.close();
    Path home = data.resolve("machines").toRealPath();
    String group = HomeTag.of(home, machines.homeId()).group();
    ProcessGroups own = ProcessGroups.own();
    assertThat(
            Stream.of(own.ofFirst("pids"), own.ofFirst("memory"), own.ofSecond())
                .flatMap(Optional::stream)
                .flatMap(it -> Stream.of(it, it.resolveSibling("")))
                .filter(it -> Files.exists(it.resolve(group))))
        .isEmpty();
  }
}
