package com.personalagentproxy.sandbox.backend.agentos;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.backend.conformance.Conformance;
import com.personalagentproxy.sandbox.backend.conformance.Report;
import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service is killed in the middle of each kind of call, and started again over its folder. */
@Tag("once")
class AgentOsCrashTest {

  private static final int LONGEST_MINUTES = 3;
  private static final int SECONDS_TO_END = 5;

  private static final Set<String> OF_ITS_LIFE =
      Set.of(
          "life.make",
          "life.make-wakes",
          "life.make-keeps",
          "life.wake-awake",
          "life.sleep-and-wake",
          "life.each-twice",
          "life.delete",
          "life.deleted-is-gone",
          "life.made-anew");

  @TempDir static Path data;
  private static AgentOsUnderCheck agentOs;

  private final MachineId machine = new MachineId(UUID.randomUUID());

  @BeforeAll
  static void start() throws IOException {
    agentOs = new AgentOsUnderCheck(data.resolve("machines"));
  }

  @AfterAll
  static void stop() {
    if (agentOs != null) {
      agentOs.close();
    }
  }

  @Test
  void aMakeIsRepeatedAndThenDone() throws Exception {
    crashDuring(() -> backend().make(machine, at(1)));

    backend().make(machine, at(1));

    assertThat(printed(1, "echo works")).isEqualTo("works\n");
  }

  @Test
  void aWakeIsRepeatedAndTheFilesAreThere() throws Exception {
    keepFile();
    backend().sleep(machine, at(2));
    crashDuring(() -> backend().wake(machine, at(3)));
    assertThat(backend().inspect(machine)).isEqualTo(Condition.ASLEEP);

    backend().wake(machine, at(3));

    assertThat(printed(3, "cat kept")).isEqualTo("kept\n");
  }

  @Test
  void aSleepIsRepeatedAndTheFilesAreThere() throws Exception {
    keepFile();
    crashDuring(() -> backend().sleep(machine, at(2)));

    backend().sleep(machine, at(2));
    backend().wake(machine, at(3));

    assertThat(printed(3, "cat kept")).isEqualTo("kept\n");
  }

  @Test
  void aDeletionIsRepeatedAndTheMachineIsGone() throws Exception {
    keepFile();
    crashDuring(() -> backend().delete(machine, at(2)));

    backend().delete(machine, at(2));

    assertThat(backend().inspect(machine)).isEqualTo(Condition.ABSENT);
    assertThat(backend().list(null, 100))
        .extracting(MachineBackend.Listed::machine)
        .doesNotContain(machine);
  }

  @Test
  void aCommandIsNeverASuccessAndNothingOfItRunsOn() throws Exception {
    keepFile();
    List<ProcessHandle> before = agentOs.service().processes();
    assertThat(before).isNotEmpty();

    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<Object> command =
        started(
            () ->
                run(
                    1,
                    "echo started > started; echo begun; sleep 100",
                    (buffer, offset, length) -> begun.countDown()));
    assertThat(begun.await(LONGEST_MINUTES, TimeUnit.MINUTES)).isTrue();
    agentOs.service().crash();

    assertThat(before)
        .as("nobody keeps its time any more")
        .allSatisfy(
            process ->
                assertThat(process.onExit()).succeedsWithin(Duration.ofSeconds(SECONDS_TO_END)));
    agentOs.startAgain();

    assertThat(command.get(LONGEST_MINUTES, TimeUnit.MINUTES))
        .isInstanceOf(BackendException.Unreachable.class);
    assertThat(backend().inspect(machine)).isEqualTo(Condition.ASLEEP);
    backend().wake(machine, at(2));
    assertThat(printed(2, "cat kept started")).isEqualTo("kept\nstarted\n");
  }

  @Test
  void afterwardsTheLifeOfAMachineIsAsItWas() throws Exception {
    crashDuring(() -> backend().make(machine, at(1)));

    Report report =
        Conformance.of(agentOs)
            .slowerBy(6)
            .only(check -> OF_ITS_LIFE.contains(check.name()))
            .run(result -> {});

    assertThat(report.results()).hasSameSizeAs(OF_ITS_LIFE);
    assertThat(report.failures()).isEmpty();
  }

  private static MachineBackend backend() {
    return agentOs.backend();
  }

  private static Generation at(long number) {
    return new Generation(number);
  }

  private void keepFile() {
    backend().make(machine, at(1));
    assertThat(printed(1, "echo kept > kept; echo done")).isEqualTo("done\n");
  }

  /** The call is on its way or done when the service goes: whichever it is, all is well after. */
  private static void crashDuring(Runnable call) throws Exception {
    CompletableFuture<Object> end =
        started(
            () -> {
              call.run();
              return "done";
            });
    // The service has the call once it answers one that was sent after it.
    assertThat(backend().inspect(new MachineId(UUID.randomUUID()))).isEqualTo(Condition.ABSENT);
    agentOs.restart();
    Object came = end.get(LONGEST_MINUTES, TimeUnit.MINUTES);
    assertThat(came).isInstanceOfAny(String.class, BackendException.Unreachable.class);
  }

  private interface Call {
    Object made();
  }

  private static CompletableFuture<Object> started(Call call) {
    CompletableFuture<Object> end = new CompletableFuture<>();
    Thread caller =
        new Thread(
            () -> {
              try {
                end.complete(call.made());
              } catch (RuntimeException | Error failure) {
                end.complete(failure);
              }
            },
            "caller");
    caller.setDaemon(true);
    caller.start();
    return end;
  }

  private String printed(long generation, String line) {
    ByteArrayOutputStream stdout = new ByteArrayOutputStream();
    assertThat(run(generation, line, stdout::write)).isEqualTo(new Outcome.Exited(0));
    return stdout.toString(StandardCharsets.UTF_8);
  }

  private Outcome run(long generation, String line, OutputSink stdout) {
    return backend()
        .run(
            machine,
            at(generation),
            new Command(line, null, null, Duration.ofSeconds(60)),
            stdout,
            (buffer, offset, length) -> {});
  }
}
