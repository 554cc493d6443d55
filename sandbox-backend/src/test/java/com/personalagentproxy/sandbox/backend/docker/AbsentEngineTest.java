package com.personalagentproxy.sandbox.backend.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.OutputSink;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackendContract;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Addresses at which no engine is. */
class AbsentEngineTest {

  private final MachineId machine = MachineBackendContract.unknown();

  private void everyCallIsUnreachable(String address) throws IOException {
    try (DockerMachines machines =
        DockerMachines.open(DockerAddress.parse(address), UUID.randomUUID())) {
      assertThat(machines.isThere()).isTrue();
      List<Runnable> calls =
          List.of(
              () -> machines.make(machine, Generation.FIRST),
              () -> machines.delete(machine, Generation.FIRST),
              () -> machines.inspect(machine),
              () -> machines.list(null, 1));
      for (Runnable call : calls) {
        long start = System.nanoTime();
        assertThatThrownBy(call::run)
            .isInstanceOf(BackendException.Unreachable.class)
            .hasMessageContaining("The Docker engine at")
            .hasMessageEndingWith(".");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
      }
    }
  }

  @Test
  void aSocketThatIsNotThereIsASentenceAndTheServerStarts(@TempDir Path folder) throws IOException {
    everyCallIsUnreachable("docker://" + folder.resolve("docker.sock"));
  }

  @Test
  void aPortThatNobodyListensOnIsASentence() throws IOException {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    everyCallIsUnreachable("docker://127.0.0.1:" + port);
  }

  @Test
  void anEngineThatSaysNothingIsGivenUpInTime() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Engine engine = Engine.at("tcp://127.0.0.1:" + silent.getLocalPort())) {
      assertThatThrownBy(
              () -> engine.ask("look", Duration.ofMillis(300), client -> client.infoCmd().exec()))
          .isInstanceOf(BackendException.Unreachable.class)
          .hasMessageContaining("no answer");
    }
  }

  /** Else it would count as running until its deadline, though it never began. */
  @Test
  void aCommandThatIsStoppedBeforeItIsSentIsCertainlyNotRun() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        DockerMachines machines =
            DockerMachines.open(
                DockerAddress.parse("docker://127.0.0.1:" + silent.getLocalPort()),
                UUID.randomUUID())) {
      OutputSink nowhere = (buffer, offset, length) -> {};
      Command command = new Command("true", null, null, Duration.ofSeconds(5));
      Thread.currentThread().interrupt();
      try {
        assertThatThrownBy(() -> machines.run(machine, Generation.FIRST, command, nowhere, nowhere))
            .isInstanceOf(BackendException.Failed.class)
            .hasMessageContaining("before the command was run, so it wasn't");
      } finally {
        assertThat(Thread.interrupted()).isTrue();
      }
    }
  }

  @Test
  void anImageThatCannotBePulledIsNamedWithTheReason() throws Exception {
    DockerAddress theirs = TestEngine.address();
    DockerAddress address =
        new DockerAddress(
            theirs.engine(),
            "sandbox-no-such-host.invalid/no-such-image:1",
            theirs.memory(),
            theirs.nanoCpus(),
            theirs.pids(),
            theirs.network(),
            theirs.user());
    try (DockerMachines machines = DockerMachines.open(address, UUID.randomUUID())) {
      String said = "";
      for (int time = 0; time < 600 && !said.contains("couldn't be pulled"); time++) {
        try {
          machines.make(machine, Generation.FIRST);
          throw new AssertionError("It was made of nothing.");
        } catch (BackendException.Failed failed) {
          said = String.valueOf(failed.getMessage());
          assertThat(said).contains(address.image());
        }
        Thread.sleep(100);
      }
      assertThat(said).contains("couldn't be pulled", "sandbox-no-such-host.invalid");
    }
  }
}
