package com.personalagentproxy.sandbox.backend.dev;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.Crowd;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackendContract;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That many commands leave nothing behind: no process, thread, open file or temporary file. */
class ManyCommandsTest {

  private static final int MANY = Integer.getInteger("sandbox.test.commands", 1000);
  private static final int CALLERS = 8;
  private static final int AT_ONCE = 100;

  /** Pipes that are made ahead. */
  private static final String AHEAD = "\\d+\\.(in|out|err)";

  @TempDir Path data;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void manyQuickCommandsLeaveNothingBehind(boolean jailed) throws IOException {
    try (DevMachines machines = open(jailed)) {
      MachineId machine = MachineBackendContract.unknown();
      machines.make(machine, Generation.FIRST);
      for (int time = 0; time < CALLERS; time++) {
        assertThat(run(machines, machine, "exit 1")).isEqualTo(new Outcome.Exited(1));
      }
      long files = openFiles();
      Set<Thread> threads = threads();
      Crowd.of(CALLERS)
          .each(
              caller -> {
                for (int time = 0; time < MANY / CALLERS; time++) {
                  int code = (caller * 31 + time) % 256;
                  assertThat(run(machines, machine, "exit " + code))
                      .isEqualTo(new Outcome.Exited(code));
                }
              });
      assertThat(openFiles()).isLessThanOrEqualTo(files);
      assertThat(threads()).isSubsetOf(threads);
      assertThat(leftIn(machine)).isSubsetOf("runner.sh", "passwd", "group");
      if (jailed) {
        // The jail's first process, the runner, its child that waits, and what looks.
        assertThat(processes(machines, machine)).isLessThanOrEqualTo(8);
      } else {
        // The runner, and what waited for the last commands a moment ago.
        assertThat(TestMachines.left(data.resolve("machines")))
            .hasSizeLessThanOrEqualTo(1 + CALLERS);
      }
      assertThat(zombies(ProcessHandle.current().children())).isZero();
      // The runners may not have asked yet how the last commands ended.
      assertThat(zombies(ProcessHandle.current().descendants())).isLessThanOrEqualTo(CALLERS);
      machines.delete(machine, new Generation(2));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aHundredCommandsRunAtOnce(boolean jailed) throws IOException {
    try (DevMachines machines = open(jailed)) {
      MachineId machine = MachineBackendContract.unknown();
      machines.make(machine, Generation.FIRST);
      Crowd.of(AT_ONCE)
          .each(
              number -> {
                Trial trial =
                    trial(
                        machines,
                        machine,
                        "touch %s; until [ $(ls | wc -l) = %s ]; do sleep 0.2; done; cat; exit %s"
                            .formatted(number, AT_ONCE, number),
                        "input of " + number);
                assertThat(trial.outcome()).isEqualTo(new Outcome.Exited(number));
                assertThat(trial.text()).isEqualTo("input of " + number);
              });
      assertThat(leftIn(machine)).isSubsetOf("runner.sh", "passwd", "group");
      machines.delete(machine, new Generation(2));
    }
  }

  private DevMachines open(boolean jailed) {
    DevMachines machines = TestMachines.open(data.resolve("machines"), jailed);
    return jailed ? TestMachines.jailed(machines) : machines;
  }

  private static Outcome run(DevMachines machines, MachineId machine, String line) {
    return trial(machines, machine, line, null).outcome();
  }

  private static Trial trial(
      DevMachines machines, MachineId machine, String line, @Nullable String stdin) {
    Command command = new Command(line, stdin, null, Duration.ofMinutes(2));
    return Trial.of(machines, machine, Generation.FIRST, command);
  }

  private static int processes(DevMachines machines, MachineId machine) {
    return Integer.parseInt(
        trial(machines, machine, "ls -d /proc/[0-9]* | wc -l", null).text().strip());
  }

  private Set<String> leftIn(MachineId machine) throws IOException {
    try (Stream<Path> left =
        Files.walk(data.resolve("machines").resolve(machine.toString()).resolve("control"))) {
      return left.filter(Files::exists)
          .filter(it -> !Files.isDirectory(it))
          .map(it -> it.getFileName().toString())
          .filter(name -> !name.matches(AHEAD))
          .collect(Collectors.toSet());
    }
  }

  private static long openFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return files.count();
    }
  }

  /** Those of machines; they end by themselves a moment after their command. */
  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(it -> it.getName().equals("machine"))
        .collect(Collectors.toSet());
  }

  private static long zombies(Stream<ProcessHandle> processes) {
    return processes.filter(it -> !Processes.runs(it)).count();
  }
}
