package com.personalagentproxy.sandbox.backend.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Crowd;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineBackendContract;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.Trial;
import java.io.IOException;
import java.time.Duration;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Machines that their own commands have spoilt, on a real engine. */
@Tag("once")
class SpoiltMachineTest {

  private static final int PROCESSES = 16;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final UUID installation = UUID.randomUUID();
  private final DockerAddress theirs = TestEngine.address();
  private DockerAddress address;
  private DockerMachines machines;

  @BeforeEach
  void open() {
    address =
        new DockerAddress(
            theirs.engine(), theirs.image(), 1L << 30, 2_000_000_000L, PROCESSES, "none", "root");
    machines = DockerMachines.open(address, installation);
  }

  @AfterEach
  void clear() throws IOException {
    machines.close();
    TestEngine.clear(address, installation);
  }

  private MachineId made() {
    MachineId machine = MachineBackendContract.unknown();
    machines.make(machine, Generation.FIRST);
    return machine;
  }

  private Trial run(MachineId machine, long generation, String line) {
    Command command = new Command(line, null, null, TIMEOUT);
    return Trial.of(machines, machine, new Generation(generation), command);
  }

  private int processes(MachineId machine, long generation) {
    return Integer.parseInt(run(machine, generation, "ls -d /proc/[0-9]* | wc -l").text().strip());
  }

  @Test
  void aForkBombIsItsOwnMachinesAloneAndSleepEndsIt() {
    MachineId bombed = made();
    MachineId other = made();
    run(bombed, 1, "bomb() { bomb | bomb & }; bomb 2>/dev/null; true");
    assertThat(machines.inspect(bombed)).isEqualTo(Condition.AWAKE);
    assertThat(processes(other, 1)).isLessThan(PROCESSES);
    machines.sleep(bombed, new Generation(2));
    machines.wake(bombed, new Generation(3));
    assertThat(processes(bombed, 3)).isLessThan(PROCESSES);
  }

  @Test
  void aMachineWhoseLanesHaveNoFoldersKeepsTheTimeAllTheSame() {
    MachineId machine = made();
    long start = System.nanoTime();

    Trial trial = run(machine, 1, "rm -rf /run/.sandbox-lane.* /dev/shm/.sandbox-lane.*; sleep 77");

    assertThat(trial.outcome()).isEqualTo(new Outcome.TimedOut());
    // The server waits for seven seconds more before it looks after it.
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(TIMEOUT.plusSeconds(6));
    assertThat(run(machine, 1, "echo ok").text()).isEqualTo("ok\n");
  }

  /** What has ended stays to be seen in the machine until its parent has noticed. */
  @Test
  void aCommandThatStopsTheShellItRunsInEndsWithItsTime() {
    MachineId machine = made();
    assertThat(run(machine, 1, "kill -STOP $PPID; sleep 77").outcome())
        .isEqualTo(new Outcome.TimedOut());
    assertThat(run(machine, 1, "echo ok").text()).isEqualTo("ok\n");
  }

  @Test
  void whoFindsNoShellIsToldWhatMayBeMissing() {
    MachineId bare = made();
    run(bare, 1, "rm $(command -v mkfifo)");
    Queue<Exception> troubles = new ConcurrentLinkedQueue<>();
    // More than have shells already.
    Crowd.of(4)
        .each(
            number -> {
              try {
                run(bare, 1, "sleep 3");
              } catch (BackendException noShell) {
                troubles.add(noShell);
              }
            });
    assertThat(troubles)
        .isNotEmpty()
        .allSatisfy(
            trouble ->
                assertThat(trouble)
                    .isInstanceOf(BackendException.Failed.class)
                    .hasMessageContaining("no room for another process")
                    .hasMessageContaining("mkfifo"));
  }
}
