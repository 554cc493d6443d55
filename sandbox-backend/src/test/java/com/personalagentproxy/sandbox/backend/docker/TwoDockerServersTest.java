package com.personalagentproxy.sandbox.backend.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Crowd;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineBackend.Listed;
import com.personalagentproxy.sandbox.machine.MachineBackendContract;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.Trial;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two servers of one installation at one engine: neither knows of the other's calls (M2). */
@Tag("once")
class TwoDockerServersTest {

  private static final Command QUICK = new Command("echo ok", null, null, Duration.ofSeconds(60));

  private static DockerAddress address;

  private final UUID installation = UUID.randomUUID();
  private DockerMachines one;
  private DockerMachines other;

  @BeforeAll
  static void findTheEngine() {
    address = TestEngine.address();
  }

  @BeforeEach
  void openBoth() {
    one = DockerMachines.open(address, installation);
    other = DockerMachines.open(address, installation);
  }

  @AfterEach
  void closeBoth() throws IOException {
    one.close();
    other.close();
    TestEngine.clear(address, installation);
  }

  private DockerMachines server(int number) {
    return number % 2 == 0 ? one : other;
  }

  private static Generation generation(long number) {
    return new Generation(number);
  }

  @Test
  void aMachineThatBothMakeAtOnceIsOneMachine() {
    MachineId machine = MachineBackendContract.unknown();
    Crowd.of(6)
        .each(
            number -> {
              try {
                server(number).make(machine, generation(1 + number / 3));
              } catch (BackendException.StaleGeneration overtaken) {
                assertThat(number).isLessThan(3);
              }
            });
    assertThat(one.list(null, 9))
        .extracting(Listed::machine, Listed::seen, Listed::condition)
        .containsExactly(tuple(machine, generation(2), Condition.AWAKE));
    assertThat(Trial.of(other, machine, generation(2), QUICK).text()).isEqualTo("ok\n");
  }

  @Test
  void ofManyMovesAtOnceTheHighestGenerationHasTheLastWord() {
    MachineId machine = MachineBackendContract.unknown();
    one.make(machine, generation(1));
    for (int round = 0; round < 3; round++) {
      long from = 2 + round * 10L;
      Crowd.of(8)
          .each(
              number -> {
                // Numbers are dealt so that each server has moves of both kinds.
                DockerMachines server = server(number / 2);
                try {
                  if (number % 2 == 0) {
                    server.wake(machine, generation(from + number));
                  } else {
                    server.sleep(machine, generation(from + number));
                  }
                } catch (BackendException.StaleGeneration overtaken) {
                  assertThat(overtaken.seen()).isGreaterThan(generation(from + number));
                }
              });
      assertThat(one.inspect(machine)).isEqualTo(Condition.ASLEEP);
      assertThat(other.list(null, 9))
          .extracting(Listed::seen)
          .containsExactly(generation(from + 7));
    }
  }

  /** The engine finds a container by its name first, and starts it then. */
  @Test
  void aStartThatComesAfterTheSleepThatOvertookItIsUndoneByWhoAskedForIt() {
    MachineId machine = asleepAndStartedAllTheSame();

    assertThatThrownBy(() -> one.wake(machine, generation(6)))
        .isInstanceOf(BackendException.StaleGeneration.class);

    assertThat(one.inspect(machine)).isEqualTo(Condition.ASLEEP);
  }

  @Test
  void aStartThatComesAfterTheSleepThatOvertookItIsUndoneWhenWhoAskedForItWasKilled() {
    MachineId machine = asleepAndStartedAllTheSame();
    MachineId awake = MachineBackendContract.unknown();
    one.make(awake, generation(1));

    other.clear();

    assertThat(one.inspect(machine)).isEqualTo(Condition.ASLEEP);
    assertThat(one.inspect(awake)).isEqualTo(Condition.AWAKE);
  }

  private MachineId asleepAndStartedAllTheSame() {
    MachineId machine = MachineBackendContract.unknown();
    one.make(machine, generation(1));
    other.sleep(machine, generation(7));
    try (Engine engine = Engine.at(address.engine())) {
      String container = TestEngine.container(engine, machine);
      engine.ask(
          "start",
          Engine.USUAL,
          client -> {
            client.startContainerCmd(container).exec();
            return true;
          });
    } catch (IOException closing) {
      throw new AssertionError(closing);
    }
    assertThat(one.inspect(machine)).isEqualTo(Condition.AWAKE);
    return machine;
  }

  @Test
  void aMakeThatRacesWithTheDeletionLeavesNothing() {
    for (int round = 0; round < 5; round++) {
      MachineId machine = MachineBackendContract.unknown();
      Crowd.of(4)
          .each(
              number -> {
                try {
                  if (number < 2) {
                    server(number).make(machine, generation(1));
                  } else {
                    server(number).delete(machine, generation(2));
                  }
                } catch (BackendException.StaleGeneration overtaken) {
                  assertThat(number).isLessThan(2);
                }
              });
      assertThat(one.inspect(machine)).isEqualTo(Condition.ABSENT);
      assertThat(one.list(null, 9)).isEmpty();
    }
  }

  /** The engine stops a machine over some time, and has no word for one that it is stopping. */
  @Test
  void aMachineThatIsWokenWhileAnotherServerPutsItToSleepIsAwakeInTheEnd() throws Exception {
    MachineId machine = MachineBackendContract.unknown();
    one.make(machine, generation(1));
    // Deaf for as long as is waited for it.
    shell(one, machine, 1, "(trap '' TERM; exec sleep 77) >/dev/null 2>&1 &");
    CompletableFuture<Void> asleep =
        CompletableFuture.runAsync(() -> other.sleep(machine, generation(2)));
    long latest = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!one.list(null, 9).get(0).seen().equals(generation(2)) && System.nanoTime() < latest) {
      Thread.onSpinWait();
    }

    one.wake(machine, generation(3));

    assertThat(one.inspect(machine)).isEqualTo(Condition.AWAKE);
    // It was asleep for a moment, or another came past before.
    assertThat(asleep.handle((done, failure) -> failure == null ? null : failure.getCause()).get())
        .satisfiesAnyOf(
            done -> assertThat(done).isNull(),
            stale -> assertThat(stale).isInstanceOf(BackendException.StaleGeneration.class));
    assertThat(one.inspect(machine)).isEqualTo(Condition.AWAKE);
    assertThat(Trial.of(one, machine, generation(3), QUICK).text()).isEqualTo("ok\n");
  }

  @Test
  void aCommandThatAnotherServersMoveHasOvertakenIsNotRun() {
    MachineId machine = MachineBackendContract.unknown();
    one.make(machine, generation(1));
    assertThat(Trial.of(one, machine, generation(1), QUICK).text()).isEqualTo("ok\n");
    other.wake(machine, generation(7));
    assertThatThrownBy(() -> Trial.of(one, machine, generation(6), QUICK))
        .isInstanceOfSatisfying(
            BackendException.StaleGeneration.class,
            stale -> assertThat(stale.seen()).isEqualTo(generation(7)));
    assertThat(Trial.of(one, machine, generation(7), QUICK).text()).isEqualTo("ok\n");
  }

  @Test
  void aCommandThatIsOvertakenWhileItsShellIsStillOpenedIsNotRun() throws Exception {
    MachineId machine = MachineBackendContract.unknown();
    one.make(machine, generation(1));
    // From now on a shell is open when there is a file.
    String slowShell =
        "mv /bin/sh /bin/real; printf '#!/bin/real\\n: >/opening; until [ -e /open ]; do sleep 0.1; done; exec /bin/real \"$@\"\\n' >/tmp/sh; chmod +x /tmp/sh; mv /tmp/sh /bin/sh";
    assertThat(shell(one, machine, 1, slowShell).outcome()).isEqualTo(new Outcome.Exited(0));
    CompletableFuture<Trial> overtaken =
        CompletableFuture.supplyAsync(() -> shell(other, machine, 1, ": >/ran"));
    shell(one, machine, 1, "until [ -e /opening ]; do sleep 0.1; done");

    one.wake(machine, generation(5));
    shell(one, machine, 5, ": >/open");

    assertThatThrownBy(overtaken::get).hasCauseInstanceOf(BackendException.StaleGeneration.class);
    assertThat(shell(one, machine, 5, "[ -e /ran ]").outcome()).isEqualTo(new Outcome.Exited(1));
  }

  private static Trial shell(DockerMachines server, MachineId machine, long at, String line) {
    return Trial.of(
        server, machine, generation(at), new Command(line, null, null, Duration.ofSeconds(60)));
  }

  @Test
  void whatOnePutToSleepAndWokeTheOtherUses() {
    MachineId machine = MachineBackendContract.unknown();
    one.make(machine, generation(1));
    Trial.of(one, machine, generation(1), QUICK);
    other.sleep(machine, generation(2));
    assertThatThrownBy(() -> Trial.of(one, machine, generation(2), QUICK))
        .isInstanceOf(BackendException.MachineAsleep.class);
    other.wake(machine, generation(3));
    for (DockerMachines each : List.of(one, other)) {
      Trial trial = Trial.of(each, machine, generation(3), QUICK);
      assertThat(trial.outcome()).isEqualTo(new Outcome.Exited(0));
      assertThat(trial.text()).isEqualTo("ok\n");
    }
  }
}
