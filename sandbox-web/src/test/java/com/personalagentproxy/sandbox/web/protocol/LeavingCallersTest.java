package com.personalagentproxy.sandbox.web.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.Crowd;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.Trial;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Callers that leave, read slowly or come in great numbers (X9, X12). */
@Timeout(300)
class LeavingCallersTest {

  private static final MachineId MACHINE = new MachineId(UUID.randomUUID());

  @TempDir Path data;
  private OfferedMachines offered;

  @BeforeEach
  void offer() {
    offered = new OfferedMachines(data.resolve("machines"));
    offered.machines.make(MACHINE, Generation.FIRST);
  }

  @AfterEach
  void close() {
    offered.machines.delete(MACHINE, new Generation(1_000));
    offered.close();
  }

  private Trial run(String line) {
    return Trial.of(
        offered.machines,
        MACHINE,
        Generation.FIRST,
        new Command(line, null, null, Duration.ofSeconds(60)));
  }

  /** A command asked for over a bare connection. */
  private static final class RawCall implements Closeable {

    final Socket socket;

    RawCall(int port, String line) throws IOException {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(60_000);
      String body = "{\"generation\":1,\"command\":\"%s\",\"timeout\":60}".formatted(line);
      socket
          .getOutputStream()
          .write(
              "POST /machines/%s/exec HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nSandbox-Installation: %s\r\nContent-Type: application/json\r\nContent-Length: %s\r\n\r\n%s"
                  .formatted(
                      MACHINE,
                      OfferedMachines.TOKEN,
                      OfferedMachines.INSTALLATION,
                      body.length(),
                      body)
                  .getBytes(StandardCharsets.UTF_8));
    }

    void awaitFirstByte() throws IOException {
      assertThat(socket.getInputStream().read()).isPositive();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  private static String sleeper() {
    return "sleep 7" + ThreadLocalRandom.current().nextInt(100_000, 999_999);
  }

  private void awaitGone(String sleeper) {
    assertThat(run("while pgrep -fx '" + sleeper + "' >/dev/null; do sleep 0.1; done").outcome())
        .isEqualTo(new Outcome.Exited(0));
  }

  @Test
  void aCallerThatLeavesASilentCommandEndsIt() throws IOException {
    String sleeper = sleeper();
    try (RawCall call = new RawCall(offered.server.port(), "touch begun; " + sleeper)) {
      assertThat(run("until [ -e begun ]; do sleep 0.05; done").outcome())
          .isEqualTo(new Outcome.Exited(0));
      call.awaitFirstByte();
    }
    awaitGone(sleeper);
  }

  @Test
  void aCallerThatLeavesAPrintingCommandEndsIt() throws IOException {
    try (RawCall call = new RawCall(offered.server.port(), "exec yes leaving")) {
      call.awaitFirstByte();
    }
    awaitGone("yes leaving");
  }

  @Test
  void aCallerThatReadsNothingHoldsUpItsOwnCommandOnly() throws IOException {
    try (RawCall slow =
        new RawCall(offered.server.port(), "head -c 300000000 /dev/zero; touch done")) {
      slow.awaitFirstByte();
      assertThat(run("echo free").text()).isEqualTo("free\n");
      offered.machines.sleep(MACHINE, new Generation(2));
      assertThat(offered.machines.inspect(MACHINE)).isEqualTo(Condition.ASLEEP);
      offered.machines.wake(MACHINE, new Generation(3));
      Trial looked =
          Trial.of(
              offered.machines,
              MACHINE,
              new Generation(3),
              new Command("ls", null, null, Duration.ofSeconds(60)));
      assertThat(looked.text()).as("what waited never got to its end").doesNotContain("done");
    }
  }

  @Test
  void aHundredCommandsAtOnceEachGetTheirOwnAnswer() {
    Crowd.of(100)
        .each(
            number -> {
              Trial trial = run("echo %s; sleep 0.2; exit %s".formatted(number, number));
              assertThat(trial.outcome()).isEqualTo(new Outcome.Exited(number));
              assertThat(trial.text()).isEqualTo(number + "\n");
            });
  }
}
