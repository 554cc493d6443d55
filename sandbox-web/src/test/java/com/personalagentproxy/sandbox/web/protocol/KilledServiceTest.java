package com.personalagentproxy.sandbox.web.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.personalagentproxy.sandbox.backend.protocol.ProtocolMachines;
import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.Trial;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A service that is killed in the middle of a call, and started again. */
@Timeout(300)
class KilledServiceTest {

  private static final MachineId MACHINE = new MachineId(UUID.randomUUID());

  @TempDir Path folder;
  private final AtomicLong generation = new AtomicLong();

  private Generation next() {
    return new Generation(generation.incrementAndGet());
  }

  private static Trial run(ProtocolMachines machines, Generation generation, String line) {
    return Trial.of(
        machines, MACHINE, generation, new Command(line, null, null, Duration.ofSeconds(30)));
  }

  @Test
  void killedInTheMiddleOfACommandItIsUnreachableAndThenAllIsThereAgain() throws Exception {
    try (ServiceProcess service = new ServiceProcess(folder);
        ProtocolMachines machines = service.machines()) {
      Generation made = next();
      machines.make(MACHINE, made);
      assertThat(run(machines, made, "echo kept >file").outcome()).isEqualTo(new Outcome.Exited(0));
      CompletableFuture<Void> started = new CompletableFuture<>();
      CompletableFuture<Throwable> ended =
          CompletableFuture.supplyAsync(
              () ->
                  catchThrowable(
                      () ->
                          machines.run(
                              MACHINE,
                              made,
                              new Command(
                                  "echo begun; sleep 20", null, null, Duration.ofSeconds(30)),
                              (buffer, offset, length) -> started.complete(null),
                              (buffer, offset, length) -> {})));
      started.get(60, TimeUnit.SECONDS);

      service.kill();

      assertThat(ended.get(10, TimeUnit.SECONDS)).isInstanceOf(BackendException.Unreachable.class);
      assertThatThrownBy(() -> run(machines, made, "true"))
          .isInstanceOf(BackendException.Failed.class)
          .hasMessageContaining("can't be reached");
      assertThatThrownBy(() -> machines.inspect(MACHINE))
          .isInstanceOf(BackendException.Unreachable.class);
      assertThat(machines.description()).contains("can't be used at the moment");

      service.startAgain();

      assertThat(machines.inspect(MACHINE)).isEqualTo(Condition.ASLEEP);
      Generation woken = next();
      machines.wake(MACHINE, woken);
      assertThat(run(machines, woken, "cat file").text()).isEqualTo("kept\n");
      assertThat(machines.description()).doesNotContain("can't be used");
      assertThatThrownBy(() -> machines.sleep(MACHINE, made))
          .isInstanceOf(BackendException.StaleGeneration.class);
    }
  }

  @Test
  void killedAtAnyMomentOfAMoveItIsDoneOrNotAndCanBeDoneAgain() throws Exception {
    try (ServiceProcess service = new ServiceProcess(folder);
        ProtocolMachines machines = service.machines()) {
      Generation made = next();
      machines.make(MACHINE, made);
      assertThat(run(machines, made, "echo kept >file").outcome()).isEqualTo(new Outcome.Exited(0));
      for (String move : List.of("sleep", "wake", "make", "delete")) {
        Generation asked = next();
        CompletableFuture<Throwable> ended =
            CompletableFuture.supplyAsync(() -> catchThrowable(() -> move(machines, move, asked)));
        // A moment that differs from move to move.
        LockSupport.parkNanos(asked.number() * 3_000_000);
        service.kill();
        Throwable thrown = ended.get(30, TimeUnit.SECONDS);
        assertThat(thrown == null || thrown instanceof BackendException.Unreachable)
            .as("%s came to %s", move, thrown)
            .isTrue();

        service.startAgain();

        move(machines, move, asked);
        if (move.equals("wake") || move.equals("make")) {
          assertThat(run(machines, asked, "cat file").text()).isEqualTo("kept\n");
        }
      }
      assertThat(machines.inspect(MACHINE)).isEqualTo(Condition.ABSENT);
      assertThatThrownBy(() -> machines.make(MACHINE, made))
          .as("what was seen before is remembered")
          .isInstanceOf(BackendException.StaleGeneration.class);
    }
  }

  private static void move(ProtocolMachines machines, String move, Generation generation) {
    switch (move) {
      case "sleep" -> machines.sleep(MACHINE, generation);
      case "wake" -> machines.wake(MACHINE, generation);
      case "make" -> machines.make(MACHINE, generation);
      default -> machines.delete(MACHINE, generation);
    }
  }

  @Test
  void askedToEndItEndsCommandsThatTakeLongAndTellsTheirCallers() throws Exception {
    try (ServiceProcess service = new ServiceProcess(folder);
        ProtocolMachines machines = service.machines()) {
      Generation made = next();
      machines.make(MACHINE, made);
      CompletableFuture<Outcome> ended =
          CompletableFuture.supplyAsync(() -> run(machines, made, "sleep 25").outcome());
      while (!run(machines, made, "pgrep -x sleep || true").text().contains("\n")) {
        assertThat(ended).isNotDone();
      }

      assertThat(service.stop()).isEqualTo(143);

      // How it ended, if there was the time to say it; never a success.
      Object told =
          ended
              .<Object>handle((outcome, failure) -> outcome != null ? outcome : failure.getCause())
              .get(10, TimeUnit.SECONDS);
      assertThat(told).isInstanceOfAny(Outcome.Lost.class, BackendException.Unreachable.class);
      assertThat(service.output())
          .contains("Machines are offered at http://127.0.0.1:" + service.port, "Stopping.")
          .doesNotContain(OfferedMachines.TOKEN, "Exception");
    }
  }

  @Test
  void memoryStaysFlatWhileACommandPrintsFarMoreThanThereIs() throws Exception {
    long megabytes = Long.getLong("protocol.megabytes", 256);
    try (ServiceProcess service = new ServiceProcess(folder, "-Xmx40m");
        ProtocolMachines machines = service.machines()) {
      Generation made = next();
      machines.make(MACHINE, made);
      AtomicLong printed = new AtomicLong();
      Outcome outcome =
          machines.run(
              MACHINE,
              made,
              new Command(
                  "head -c %sM /dev/zero".formatted(megabytes),
                  null,
                  null,
                  Duration.ofSeconds(Command.LONGEST_TIMEOUT)),
              (buffer, offset, length) -> printed.addAndGet(length),
              (buffer, offset, length) -> {});
      assertThat(outcome).isEqualTo(new Outcome.Exited(0));
      assertThat(printed).hasValue(megabytes * 1024 * 1024);
    }
  }
}
