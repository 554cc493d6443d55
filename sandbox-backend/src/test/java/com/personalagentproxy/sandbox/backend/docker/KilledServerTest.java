package com.personalagentproxy.sandbox.backend.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.machine.CommandEndContract;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackendContract;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.Trial;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server that is killed in the middle of a command. */
@Tag("once")
class KilledServerTest {

  private final UUID installation = UUID.randomUUID();
  private final MachineId machine = MachineBackendContract.unknown();
  private DockerAddress address;
  private DockerMachines machines;

  @BeforeEach
  void make() {
    address = TestEngine.address();
    machines = DockerMachines.open(address, installation);
    machines.make(machine, Generation.FIRST);
  }

  @AfterEach
  void clear() throws IOException {
    machines.close();
    TestEngine.clear(address, installation);
  }

  private String run(String line) {
    return Trial.of(
            machines,
            machine,
            Generation.FIRST,
            new Command(line, null, null, Duration.ofSeconds(100)))
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
    String host =
        Optional.ofNullable(System.getenv("DOCKER_HOST")).orElse("unix:///var/run/docker.sock");
    Process server =
        DoomedDockerServer.start(
            TestEngine.addressOf(host, address.image()),
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
}
