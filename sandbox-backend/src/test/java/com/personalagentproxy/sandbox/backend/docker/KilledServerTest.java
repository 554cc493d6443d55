package com.personalagentproxy.sandbox.backend.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.machine.CommandEndContract;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend.Listed;
import com.personalagentproxy.sandbox.machine.MachineBackendContract;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.Trial;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server that is killed in the middle of a call: the next one finds all in order. */
@Tag("once")
class KilledServerTest {

  /** Longer than most calls take. */
  private static final int LONGEST_MILLIS = 1500;

  private static final Duration AMPLE = Duration.ofSeconds(100);

  private final UUID installation = UUID.randomUUID();
  private final MachineId machine = MachineBackendContract.unknown();
  private final DockerAddress address = TestEngine.address();
  private DockerMachines machines;

  @BeforeEach
  void make() {
    machines = DockerMachines.open(address, installation);
    machines.make(machine, Generation.FIRST);
  }

  @AfterEach
  void clear() throws IOException {
    machines.close();
    TestEngine.clear(address, installation);
  }

  private String run(String line) {
    return Trial.of(machines, machine, Generation.FIRST, new Command(line, null, null, AMPLE))
        .text();
  }

  private String awaitCount(String sleeper, String count) {
    return run(
        "for try in $(seq 300); do n=$(cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' '\\n' | grep -cx "
            + sleeper.substring(6)
            + "); [ $n = "
            + count
            + " ] && break; sleep 0.1; done; echo $n");
  }

  @Test
  void nothingOfItsCommandGoesOnInTheMachineAndWhatEndedBeforeIsLeftAlone() throws Exception {
    String kept = CommandEndContract.sleeper();
    String doomed = CommandEndContract.sleeper();
    run("nohup " + kept + " >/dev/null 2>&1 &");
    Process server =
        DoomedDockerServer.start(
            TestEngine.addressOf(TestEngine.host(), address.image()),
            installation,
            machine,
            "trap '' TERM HUP; (setsid " + doomed + " &); while :; do " + doomed + "; done");
    try {
      assertThat(awaitCount(doomed, "2")).isEqualTo("2\n");
    } finally {
      server.destroyForcibly();
    }
    assertThat(awaitCount(doomed, "0")).isEqualTo("0\n");
    assertThat(awaitCount(kept, "1")).isEqualTo("1\n");
  }

  @ParameterizedTest
  @EnumSource
  void theNextFindsEveryMachineWithWhatItKeptAndDeletesThemAll(CallingDockerServer.Call call)
      throws Exception {
    machines.delete(machine, new Generation(2));
    long moment = ThreadLocalRandom.current().nextLong(LONGEST_MILLIS);
    String when = "killed %s ms after it began to %s".formatted(moment, call);
    System.out.println("A server is " + when + ".");
    kill(
        CallingDockerServer.start(
            TestEngine.addressOf(TestEngine.host(), address.image()), installation, call),
        moment);
    int kept = 0;
    List<Listed> left = machines.list(null, 1000);
    for (Listed one : left) {
      // Another than any that it used.
      Generation now = new Generation(one.seen().number() + 10);
      machines.make(one.machine(), now);
      Command look = new Command("cat file 2>/dev/null; true", null, null, AMPLE);
      String file = Trial.of(machines, one.machine(), now, look).text();
      assertThat(file).as(when).isIn(CallingDockerServer.KEPT + "\n", "");
      kept += file.isEmpty() ? 0 : 1;
      machines.delete(one.machine(), new Generation(now.number() + 1));
    }
    assertThat(kept).as(when).isOne();
    assertThat(machines.list(null, 1000)).as(when).isEmpty();
    assertThat(TestEngine.left(address, installation)).as(when).isEmpty();
  }

  /** At that moment of a call. */
  private static void kill(Process server, long moment) throws Exception {
    try (BufferedReader said =
        new BufferedReader(
            new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(said.readLine()).isEqualTo("calling");
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(moment));
    } finally {
      server.destroyForcibly();
    }
    assertThat(server.waitFor(10, TimeUnit.SECONDS)).isTrue();
  }
}
