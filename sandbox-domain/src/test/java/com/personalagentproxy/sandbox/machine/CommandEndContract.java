package com.personalagentproxy.sandbox.machine;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every backend that really runs commands promises of when they end, and of what is left of
 * them (X5–X7, X9, X13).
 */
public interface CommandEndContract extends CommandContract {

  Duration SOON = Duration.ofSeconds(2);

  /** A number of seconds to sleep that nobody else sleeps, to find the sleeper by. */
  static String sleeper() {
    return "sleep 7" + ThreadLocalRandom.current().nextLong(100_000_000L, 999_999_999L);
  }

  /** Whether a process with that command line is alive in the machine. */
  default boolean isAlive(MachineId machine, long generation, String commandLine) {
    String pattern = "[" + commandLine.charAt(0) + "]" + commandLine.substring(1);
    String line =
        "for p in /proc/[0-9]*; do tr '\\0' ' ' <$p/cmdline; echo; done 2>/dev/null | grep -c '^"
            + pattern
            + "'; true";
    Trial trial =
        Trial.of(
            backend(),
            machine,
            MachineBackendContract.generation(generation),
            new Command(line, null, null, AMPLE));
    assertThat(trial.outcome()).isEqualTo(new Outcome.Exited(0));
    return !trial.text().equals("0\n");
  }

  private CompletableFuture<Trial> start(MachineId machine, String line) {
    CompletableFuture<Trial> trial = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                trial.complete(run(machine, line));
              } catch (RuntimeException | Error failure) {
                trial.completeExceptionally(failure);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return trial;
  }

  private void awaitFile(MachineId machine, String file) {
    assertThat(run(machine, "until [ -e " + file + " ]; do sleep 0.02; done").outcome())
        .isEqualTo(new Outcome.Exited(0));
  }

  private static Trial within(CompletableFuture<Trial> trial, Duration time) throws Exception {
    return trial.get(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Test
  default void aCommandEndsWithItsOwnProcessAndItsBackgroundChildLivesOn() {
    MachineId machine = made();
    String sleeper = sleeper();
    Trial trial = run(machine, sleeper + " & echo ok");
    assertThat(trial.text()).isEqualTo("ok\n");
    assertThat(trial.outcome()).isEqualTo(new Outcome.Exited(0));
    assertThat(trial.took()).isLessThan(SOON);
    assertThat(isAlive(machine, 1, sleeper)).isTrue();
  }

  @Test
  default void aBackgroundChildThatPrintsIsNotEndedByABrokenPipe() {
    MachineId machine = made();
    Trial trial =
        run(
            machine,
            "(for i in $(seq 1 20); do sleep 0.05; echo tick; echo tock >&2; done; head -c 300000 /dev/zero; echo $? >survived) & echo ok");
    assertThat(trial.text()).startsWith("ok\n");
    assertThat(trial.took()).isLessThan(SOON);
    awaitFile(machine, "survived");
    assertThat(run(machine, "sleep 0.1; cat survived").text()).isEqualTo("0\n");
  }

  @Test
  default void whatIsPrintedJustBeforeTheEndIsThere() {
    MachineId machine = made();
    for (int time = 0; time < 20; time++) {
      Trial trial = run(machine, "head -c 60000 /dev/zero; sleep 60 & echo end >&2");
      assertThat(trial.stdout().size()).isEqualTo(60_000);
      assertThat(trial.errors()).isEqualTo("end\n");
    }
  }

  @Test
  default void atTheEndOfItsTimeACommandKeepsWhatItPrinted() {
    Trial trial =
        run(made(), new Command("echo before; sleep 600", null, null, Duration.ofSeconds(1)));
    assertThat(trial.outcome()).isEqualTo(new Outcome.TimedOut());
    assertThat(trial.text()).isEqualTo("before\n");
    assertThat(trial.took()).isBetween(Duration.ofSeconds(1), Duration.ofMillis(2500));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%s",
        "%s & wait",
        "setsid %s; true",
        "(%s &) ; sleep 600",
        "(setsid %s &) ; sleep 600",
        "env -i sh -c '(setsid %s &)' ; sleep 600",
        "sh -c 'sh -c \"%s & sleep 600\" & sleep 600' | cat",
        "trap '' TERM; %s & while :; do sleep 600; done"
      })
  default void nothingOfACommandIsAliveAfterItsTime(String tree) {
    MachineId machine = made();
    String sleeper = sleeper();
    // Without a jail the whole computer is looked at, where others may sleep too.
    String other = sleeper();
    String line = tree.formatted(sleeper).replace("sleep 600", other);
    Trial trial = run(machine, new Command(line, null, null, Duration.ofSeconds(1)));
    assertThat(trial.outcome()).isEqualTo(new Outcome.TimedOut());
    assertThat(isAlive(machine, 1, sleeper)).isFalse();
    assertThat(isAlive(machine, 1, other)).isFalse();
  }

  @Test
  default void aCommandDeafToTermIsKilledTwoSecondsLater() {
    Trial trial =
        run(
            made(),
            new Command(
                "trap 'echo told' TERM; while :; do sleep 0.1; done",
                null,
                null,
                Duration.ofSeconds(1)));
    assertThat(trial.outcome()).isEqualTo(new Outcome.TimedOut());
    assertThat(trial.text()).startsWith("told\n");
    assertThat(trial.took()).isBetween(Duration.ofMillis(2900), Duration.ofMillis(4500));
  }

  @Test
  default void theEndOfOneCommandsTimeLeavesTheOthersAlone() throws Exception {
    MachineId machine = made();
    String sleeper = sleeper();
    run(machine, "nohup " + sleeper + " >/dev/null 2>&1 &");
    CompletableFuture<Trial> other = start(machine, "touch started; sleep 2; echo fine");
    awaitFile(machine, "started");
    run(machine, new Command("sleep 600", null, null, Duration.ofSeconds(1)));
    assertThat(within(other, AMPLE).text()).isEqualTo("fine\n");
    assertThat(isAlive(machine, 1, sleeper)).isTrue();
  }

  @Test
  default void aStuckCommandBlocksNeitherOthersNorSleep() throws Exception {
    MachineId machine = made();
    CompletableFuture<Trial> stuck =
        start(machine, "trap '' TERM INT HUP; touch stuck; while :; do sleep 600; done");
    awaitFile(machine, "stuck");
    assertThat(run(machine, "echo free").text()).isEqualTo("free\n");
    backend().sleep(machine, MachineBackendContract.generation(2));
    assertThat(backend().inspect(machine)).isEqualTo(Condition.ASLEEP);
    assertThat(within(stuck, Duration.ofSeconds(5)).outcome()).isInstanceOf(Outcome.Lost.class);
  }

  @Test
  default void aStuckCommandDoesNotBlockDeletion() throws Exception {
    MachineId machine = made();
    CompletableFuture<Trial> stuck = start(machine, "touch stuck; sleep 600");
    awaitFile(machine, "stuck");
    backend().delete(machine, MachineBackendContract.generation(2));
    assertThat(backend().inspect(machine)).isEqualTo(Condition.ABSENT);
    assertThat(within(stuck, Duration.ofSeconds(5)).outcome()).isInstanceOf(Outcome.Lost.class);
  }

  @Test
  default void sleepingKeepsFilesAndEndsProcesses() {
    MachineId machine = made();
    String sleeper = sleeper();
    run(
        machine,
        "mkdir -m 750 d; echo kept >d/f; chmod 640 d/f; ln -s d/f link; echo t >\"$TMPDIR/t\"; printf '\\0\\377' >bin; nohup "
            + sleeper
            + " >/dev/null 2>&1 & echo last >last");
    backend().sleep(machine, MachineBackendContract.generation(2));
    backend().wake(machine, MachineBackendContract.generation(3));
    Trial trial =
        Trial.of(
            backend(),
            machine,
            MachineBackendContract.generation(3),
            new Command(
                "stat -c '%a %n' d d/f; readlink link; cat link last \"$TMPDIR/t\"; od -An -tx1 bin",
                null, null, AMPLE));
    assertThat(trial.text()).isEqualTo("750 d\n640 d/f\nd/f\nkept\nlast\nt\n 00 ff\n");
    assertThat(isAlive(machine, 3, sleeper)).isFalse();
  }

  @Test
  default void whatIsDeletedIsNotThereInANewMachineOfTheSameId() {
    MachineId machine = made();
    run(machine, "mkdir -p a/b; touch a/b/c; chmod 000 a/b; ln -s / out");
    backend().delete(machine, MachineBackendContract.generation(2));
    backend().make(machine, MachineBackendContract.generation(3));
    Trial trial =
        Trial.of(
            backend(),
            machine,
            MachineBackendContract.generation(3),
            new Command("ls -A", null, null, AMPLE));
    assertThat(trial.text()).isEmpty();
  }

  @Test
  default void aMachineOutlivesTheRemovalOfAllItKeeps() {
    MachineId machine = made();
    String use = "cd; touch f \"$TMPDIR/t\" && ls -A . \"$TMPDIR\" | grep '^[a-z]$'";
    for (long generation = 1; generation <= 3; generation += 2) {
      run(machine, generation, "touch old \"$TMPDIR/old\"; rm -rf ~ \"$TMPDIR\"");
      assertThat(backend().inspect(machine)).isEqualTo(Condition.AWAKE);
      assertThat(run(machine, generation, use).text()).isEqualTo("f\nt\n");
      run(machine, generation, "rm -rf ~ \"$TMPDIR\"");
      backend().sleep(machine, MachineBackendContract.generation(generation + 1));
      backend().wake(machine, MachineBackendContract.generation(generation + 2));
      assertThat(run(machine, generation + 2, use).text()).isEqualTo("f\nt\n");
    }
  }

  private Trial run(MachineId machine, long generation, String line) {
    return Trial.of(
        backend(),
        machine,
        MachineBackendContract.generation(generation),
        new Command(line, null, null, AMPLE));
  }

  @Test
  default void aCommandThatRacesWithDeletionIsRunOrLostOrToldOfIt() {
    for (int time = 0; time < 5; time++) {
      MachineId machine = made();
      Crowd.of(8)
          .each(
              number -> {
                if (number == 4) {
                  backend().delete(machine, MachineBackendContract.generation(2));
                  return;
                }
                try {
                  assertThat(run(machine, "true").outcome())
                      .isInstanceOfAny(Outcome.Exited.class, Outcome.Lost.class);
                } catch (BackendException.MachineGone | BackendException.StaleGeneration late) {
                  // As it is.
                }
              });
    }
  }
}
