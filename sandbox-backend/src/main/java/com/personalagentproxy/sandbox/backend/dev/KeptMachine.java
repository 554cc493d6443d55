package com.personalagentproxy.sandbox.backend.dev;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineBackend.Listed;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One machine, awake, asleep or deleted. Its moves come one after the other; commands run beside
 * each other and block no move. It is the installation's whose call moved it last; where none is
 * named, that is the one that the folder was opened for.
 */
final class KeptMachine {

  private static final Logger LOG = LoggerFactory.getLogger(KeptMachine.class);
  private static final int PATIENCE_SECONDS = 60;

  /** Wakes the machine in a folder. */
  @FunctionalInterface
  interface Waker {
    AwakeMachine wake(MachineFolder folder) throws IOException;
  }

  @FunctionalInterface
  private interface Step {
    void take() throws IOException;
  }

  private final MachineId id;
  private final MachineFolder folder;
  private final Ledger ledger;
  private final Waker waker;
  private final ReentrantLock moving = new ReentrantLock();
  private volatile Ledger.@Nullable Entry entry;
  private volatile @Nullable AwakeMachine awake;
  private volatile boolean deletionIsUnfinished;

  /**
   * @param entry what the ledger says of it; absent for one never seen
   */
  KeptMachine(
      MachineId id,
      MachineFolder folder,
      Ledger ledger,
      Ledger.@Nullable Entry entry,
      Waker waker) {
    this.id = id;
    this.folder = folder;
    this.ledger = ledger;
    this.entry = entry;
    this.waker = waker;
  }

  void make(Generation generation) {
    make(ledger.installation(), generation);
  }

  void make(UUID by, Generation generation) {
    move(
        "made",
        generation,
        () -> {
          if (!isKept()) {
            folder.remove();
          }
          remember(by, generation, true);
          deletionIsUnfinished = false;
          folder.make();
          wakeUp();
        });
  }

  void wake(Generation generation) {
    wake(ledger.installation(), generation);
  }

  void wake(UUID by, Generation generation) {
    move(
        "woken",
        generation,
        () -> {
          requireKept();
          remember(by, generation, true);
          wakeUp();
        });
  }

  void sleep(Generation generation) {
    sleep(ledger.installation(), generation);
  }

  void sleep(UUID by, Generation generation) {
    move(
        "put to sleep",
        generation,
        () -> {
          requireKept();
          remember(by, generation, true);
          endAll("The machine was put to sleep while the command ran.");
        });
  }

  void delete(Generation generation) {
    delete(ledger.installation(), generation);
  }

  void delete(UUID by, Generation generation) {
    move(
        "deleted",
        generation,
        () -> {
          remember(by, generation, false);
          deletionIsUnfinished = true;
          endAll("The machine was deleted while the command ran.");
          folder.remove();
          deletionIsUnfinished = false;
        });
  }

  /**
   * Brings a deletion to its end that was cut short. One that fails is listed, so that it is asked
   * for again.
   */
  void finishDeletion() {
    Ledger.Entry now = entry;
    if (now == null || now.kept()) {
      return;
    }
    try {
      folder.remove();
    } catch (IOException failure) {
      deletionIsUnfinished = true;
      LOG.warn("Machine {} was deleted, but its files are there yet. {}", id, failure.getMessage());
    }
  }

  Condition inspect() {
    if (!isKept()) {
      return Condition.ABSENT;
    }
    return isAwake(awake) ? Condition.AWAKE : Condition.ASLEEP;
  }

  /** Empty if nothing of it is there, or it isn't that installation's. */
  Optional<Listed> listed(UUID installation) {
    Ledger.Entry now = entry;
    Condition condition = inspect();
    if (now == null
        || !installation.equals(now.installation())
        || (condition == Condition.ABSENT && !deletionIsUnfinished)) {
      return Optional.empty();
    }
    return Optional.of(
        new Listed(
            id,
            now.seen(),
            condition == Condition.AWAKE ? Condition.AWAKE : Condition.ASLEEP,
            now.since()));
  }

  Outcome run(Generation generation, Command command, OutputSink stdout, OutputSink stderr) {
    refuseStale(generation);
    requireKept();
    AwakeMachine now = awake;
    if (now == null || !now.isAwake()) {
      // Unless it was deleted since.
      requireKept();
      throw new BackendException.MachineAsleep(id);
    }
    try {
      Optional<Outcome> outcome = now.run(command, stdout, stderr);
      return outcome.orElseThrow(
          () -> whyNotRun(generation, now, new BackendException.MachineAsleep(id)));
    } catch (IOException failure) {
      throw whyNotRun(generation, now, failed("can't run a command", failure));
    }
  }

  /** Ends its processes as sleeping does, but no call asked for it. */
  void shutDown() throws IOException {
    if (awake != null) {
      endAll("The server was shut down while the command ran.");
    }
  }

  private void move(String done, Generation generation, Step step) {
    if (!lockInTime()) {
      throw new BackendException.Unreachable(
          "Machine %s is busy with another move. Try again.".formatted(id), null);
    }
    try {
      refuseStale(generation);
      step.take();
    } catch (IOException failure) {
      throw failed("can't be " + done, failure);
    } finally {
      moving.unlock();
    }
  }

  /**
   * Why a command was not run: a move it raced with, or else the failure. There is no need to wait
   * for the move, which says so here before it touches a process or a file.
   */
  private BackendException whyNotRun(
      Generation generation, AwakeMachine asked, BackendException failure) {
    refuseStale(generation);
    requireKept();
    return asked.isAwake() ? failure : new BackendException.MachineAsleep(id);
  }

  private boolean lockInTime() {
    try {
      return moving.tryLock(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void refuseStale(Generation asked) {
    Ledger.Entry now = entry;
    if (now != null && asked.compareTo(now.seen()) < 0) {
      throw new BackendException.StaleGeneration(id, asked, now.seen());
    }
  }

  private boolean isKept() {
    Ledger.Entry now = entry;
    return now != null && now.kept() && folder.isThere();
  }

  private void requireKept() {
    if (!isKept()) {
      throw new BackendException.MachineGone(id);
    }
  }

  /**
   * Written before anything is done, so that no call of a lower generation comes through after a
   * crash.
   */
  private void remember(UUID by, Generation generation, boolean kept) throws IOException {
    Ledger.Entry now = entry;
    if (now == null
        || !now.seen().equals(generation)
        || now.kept() != kept
        || !by.equals(now.installation())) {
      entry = ledger.write(id, generation, kept, by);
    }
  }

  private void wakeUp() throws IOException {
    AwakeMachine before = awake;
    if (isAwake(before)) {
      return;
    }
    endAll("The machine's processes ended while the command ran.");
    folder.mend();
    AwakeMachine next = waker.wake(folder);
    try {
      // Before the first command, which might hide them.
      ledger.write(id, next.started());
    } catch (IOException failure) {
      next.end("The machine didn't start.");
      throw failure;
    }
    awake = next;
  }

  private void endAll(String why) throws IOException {
    AwakeMachine now = awake;
    if (now != null) {
      now.end(why);
      awake = null;
    }
    ledger.endStarted(id);
  }

  private static boolean isAwake(@Nullable AwakeMachine machine) {
    return machine != null && machine.isAwake();
  }

  private BackendException failed(String what, IOException failure) {
    return new BackendException.Failed(
        "Machine %s %s. %s".formatted(id, what, Trouble.sentence(failure)), failure);
  }
}
