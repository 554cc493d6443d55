package com.personalagentproxy.sandbox.backend.dev;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.backend.conformance.Conformance;
import com.personalagentproxy.sandbox.backend.conformance.Report;
import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineBackend.Listed;
import com.personalagentproxy.sandbox.machine.Trial;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server that is killed in the middle of a call: the next one finds all in order. */
@Tag("once")
class KilledServerTest {

  private static final Random RANDOM = new Random();
  private static final int LONGEST_MILLIS = 400;
  private static final Duration AMPLE = Duration.ofSeconds(60);

  @TempDir Path data;

  @ParameterizedTest
  @CsvSource({
    "MAKE,true", "SLEEP_AND_WAKE,true", "DELETE,true", "RUN,true", "TIME_OUT,true",
    "MAKE,false", "SLEEP_AND_WAKE,false", "DELETE,false", "RUN,false", "TIME_OUT,false"
  })
  void theNextFindsNothingRunningAndEverythingKept(CallingServer.Call call, boolean jailed)
      throws Exception {
    // Printed, so that a red run can be repeated.
    int moment = Integer.getInteger("sandbox.test.moment", RANDOM.nextInt(LONGEST_MILLIS));
    System.out.printf("%s, jailed %s: killed after %s ms%n", call, jailed, moment);
    Path home = Files.createDirectory(data.resolve("machines")).toRealPath();
    if (jailed) {
      TestMachines.jailed(TestMachines.open(home)).close();
    }
    kill(CallingServer.start(home, jailed, call), moment);
    try (DevMachines machines = TestMachines.open(home, jailed)) {
      assertThat(TestMachines.left(home)).isEmpty();
      List<Listed> left = machines.list(null, 1000);
      assertThat(left).isNotEmpty();
      for (Listed one : left) {
        assertThat(one.condition()).isEqualTo(Condition.ASLEEP);
        machines.make(one.machine(), one.seen());
        assertThat(file(machines, one)).isIn(CallingServer.KEPT + "\n", "");
        machines.delete(one.machine(), new Generation(one.seen().number() + 1));
      }
      assertThat(machines.list(null, 1000)).isEmpty();
    }
    assertKeepsItsPromises(home, jailed);
    try (Stream<Path> files = Files.list(home)) {
      assertThat(files.map(it -> it.getFileName().toString()))
          .containsExactlyInAnyOrder("home.id", "ledger", "lock");
    }
  }

  private static void assertKeepsItsPromises(Path home, boolean jailed) throws Exception {
    try (DevUnderCheck afterwards = new DevUnderCheck(home, jailed)) {
      Report report =
          Conformance.of(afterwards)
              .only(check -> check.name().matches("(life|fence|kept)\\..*"))
              .run(result -> {});
      assertThat(report.results()).isNotEmpty();
      assertThat(report.failures()).isEmpty();
      assertThat(report.complaints()).isEmpty();
    }
  }

  /** Empty only for one that was killed before it was written. */
  private static String file(DevMachines machines, Listed one) {
    Command look = new Command("cat file 2>/dev/null; true", null, null, AMPLE);
    return Trial.of(machines, one.machine(), one.seen(), look).text();
  }

  private static void kill(Process server, int moment) throws IOException, InterruptedException {
    try (BufferedReader said =
        new BufferedReader(
            new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(said.readLine()).isEqualTo("calling");
      // At any moment of a call.
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(moment));
      server.destroyForcibly();
      assertThat(server.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }
  }
}
