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
 * each other and block no move. It is the installation's whose call moved it last.
 */
final class KeptMachine {

  private static final Logger LOG = LoggerFactory.getLogger(KeptMachine.class);
  private static final int PATIENCE_SECONDS = 60;

  /** What all machines are in. */
  interface Home {

    /** Throws {@link BackendException.Unreachable} once it is closed. */
    void requireOpen();

    /** Wakes the machine in a folder. */
    AwakeMachine wake(MachineFolder folder) throws IOException;
  }

  @FunctionalInterface
  private interface Step {
    void take() throws IOException;
  }

  private final MachineId id;
  private final MachineFolder folder;
  private final Ledger ledger;
  private final Fence fence;
  private final Home home;
  private final ReentrantLock moving = new ReentrantLock();
  private volatile @Nullable AwakeMachine awake;
  private volatile boolean deletionIsUnfinished;

  /**
   * @param entry what the ledger says of it; absent for one never seen
   */
  KeptMachine(
      MachineId id, MachineFolder folder, Ledger ledger, Ledger.@Nullable Entry entry, Home home) {
    this.id = id;
    this.folder = folder;
    this.ledger = ledger;
    this.home = home;
    fence = new Fence(id, folder, ledger, entry);
  }

  void make(UUID by, Generation generation) {
    move(
        "made",
        generation,
        () -> {
          if (!fence.isKept()) {
            folder.remove();
          }
          fence.remember(by, generation, true);
          deletionIsUnfinished = false;
          folder.make();
          wakeUp();
        });
  }

  void wake(UUID by, Generation generation) {
    move(
        "woken",
        generation,
        () -> {
          fence.requireKept();
          fence.remember(by, generation, true);
          wakeUp();
        });
  }

  void sleep(UUID by, Generation generation) {
    move(
        "put to sleep",
        generation,
        () -> {
          fence.requireKept();
          fence.remember(by, generation, true);
          endAll("The machine was put to sleep while the command ran.");
        });
  }

  void delete(UUID by, Generation generation) {
    move(
        "deleted",
        generation,
        () -> {
          fence.remember(by, generation, false);
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
    Ledger.Entry now = fence.entry();
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
    if (!fence.isKept()) {
      return Condition.ABSENT;
    }
    return isAwake(awake) ? Condition.AWAKE : Condition.ASLEEP;
  }

  /** Empty if nothing of it is there, or it isn't that installation's. */
  Optional<Listed> listed(UUID installation) {
    Ledger.Entry now = fence.entry();
    // First, since it looks at no file.
    if (now == null || !installation.equals(now.installation())) {
      return Optional.empty();
    }
    Condition condition = inspect();
    if (condition == Condition.ABSENT && !deletionIsUnfinished) {
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
    fence.refuseStale(generation);
    fence.requireKept();
    AwakeMachine now = awake;
    if (now == null || !now.isAwake()) {
      // Unless it was deleted since.
      fence.requireKept();
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

  /**
   * Ends its processes as sleeping does, but no call asked for it. Waits for a move that has begun;
   * the home is closed for those that come later.
   */
  void shutDown() throws IOException {
    // A thread that is interrupted doesn't wait.
    if (!moving.tryLock() && !lockInTime()) {
      throw new Trouble("Machine %s is busy with a move, and may run on.".formatted(id));
    }
    try {
      if (awake != null) {
        endAll("The server was shut down while the command ran.");
      }
    } finally {
      moving.unlock();
    }
  }

  private void move(String done, Generation generation, Step step) {
    if (!lockInTime()) {
      throw new BackendException.Unreachable(
          "Machine %s is busy with another move. Try again.".formatted(id), null);
    }
    try {
      // Only now: another server may have the folder open by then.
      home.requireOpen();
      fence.refuseStale(generation);
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
    fence.refuseStale(generation);
    fence.requireKept();
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

  private void wakeUp() throws IOException {
    AwakeMachine before = awake;
    if (isAwake(before)) {
      return;
    }
    endAll("The machine's processes ended while the command ran.");
    folder.mend();
    AwakeMachine next = home.wake(folder);
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
