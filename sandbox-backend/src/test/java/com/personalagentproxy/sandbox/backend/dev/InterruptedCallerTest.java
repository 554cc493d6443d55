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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A caller that is interrupted while its command runs: the command is ended like one whose time is
 * up.
 */
class InterruptedCallerTest {

  private static final Duration AMPLE = Duration.ofMinutes(2);

  /** What the call came back with, whether its thread was still interrupted, and after how long. */
  private record Back(Trial trial, boolean interrupted, Duration after) {
    Outcome outcome() {
      return trial.outcome();
    }

    String printed() {
      return trial.text();
    }
  }

  @TempDir Path data;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void itsCommandIsAskedToEndAndNothingIsLeft(boolean jailed) throws Exception {
    try (DevMachines machines = open(jailed)) {
      MachineId machine = made(machines);
      long files = openFiles();
      Back back =
          interrupted(
              machines,
              machine,
              "trap 'touch told; echo told; exit 3' TERM; echo before; touch started; while :; do"
                  + " sleep 0.1; done");
      assertThat(back.outcome()).isEqualTo(new Outcome.Exited(3));
      assertThat(back.printed()).isEqualTo("before\ntold\n");
      assertThat(back.interrupted()).isTrue();
      assertThat(openFiles()).isLessThanOrEqualTo(files);
      assertThat(run(machines, machine, "ls").text()).isEqualTo("started\ntold\n");
      assertThat(left(machine)).isZero();
      machines.delete(machine, new Generation(2));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void oneThatIsDeafIsKilledAndTheOthersGoOn(boolean jailed) throws Exception {
    try (DevMachines machines = open(jailed)) {
      MachineId machine = made(machines);
      run(machines, machine, "(while :; do sleep 0.1; touch beat; done) >/dev/null 2>&1 &");
      Back back =
          interrupted(
              machines,
              machine,
              "trap '' TERM INT HUP; (setsid sh -c 'while :; do sleep 0.1; touch deaf; done' &);"
                  + " touch started; while :; do sleep 600; done");
      assertThat(back.outcome()).isEqualTo(new Outcome.Signalled("KILL"));
      assertThat(back.after()).isGreaterThan(Duration.ofMillis(1900));
      assertThat(machines.inspect(machine)).isEqualTo(Condition.AWAKE);
      assertThat(
              run(machines, machine, "rm -f deaf beat; until [ -e beat ]; do sleep 0.1; done; ls")
                  .text())
          .isEqualTo("beat\nstarted\n");
      machines.delete(machine, new Generation(2));
    }
  }

  private static Back interrupted(DevMachines machines, MachineId machine, String line)
      throws Exception {
    CompletableFuture<Trial> trial = new CompletableFuture<>();
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Thread caller =
        new Thread(
            () -> {
              trial.complete(run(machines, machine, line));
              interrupted.complete(Thread.currentThread().isInterrupted());
            });
    caller.start();
    run(machines, machine, "until [ -e started ]; do sleep 0.02; done");
    long start = System.nanoTime();
    caller.interrupt();
    Trial how = trial.get(AMPLE.toSeconds(), TimeUnit.SECONDS);
    Duration after = Duration.ofNanos(System.nanoTime() - start);
    return new Back(how, interrupted.get(AMPLE.toSeconds(), TimeUnit.SECONDS), after);
  }

  private DevMachines open(boolean jailed) {
    DevMachines machines = TestMachines.open(data.resolve("machines"), jailed);
    return jailed ? TestMachines.jailed(machines) : machines;
  }

  private static MachineId made(DevMachines machines) {
    MachineId machine = MachineBackendContract.unknown();
    machines.make(machine, Generation.FIRST);
    run(machines, machine, "true");
    return machine;
  }

  private static Trial run(DevMachines machines, MachineId machine, String line) {
    return Trial.of(machines, machine, Generation.FIRST, new Command(line, null, null, AMPLE));
  }

  /** Texts of commands that have ended. */
  private long left(MachineId machine) throws IOException {
    try (Stream<Path> left =
        Files.walk(data.resolve("machines").resolve(machine.toString()).resolve("control"))) {
      return left.filter(it -> it.toString().endsWith(".line")).count();
    }
  }

  private static long openFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return files.count();
    }
  }
}
