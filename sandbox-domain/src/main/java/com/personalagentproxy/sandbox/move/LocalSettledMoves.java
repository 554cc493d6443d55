package com.personalagentproxy.sandbox.move;

import com.personalagentproxy.sandbox.collection.SandboxId;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Notices within one process. Sandboxes share a fixed number of slots, so nothing is kept for a
 * sandbox and a notice for one may wake who waits for another.
 */
public final class LocalSettledMoves implements SettledMoves {

  private static final int SLOTS = 64;

  private final Slot[] slots = new Slot[SLOTS];

  public LocalSettledMoves() {
    for (int at = 0; at < SLOTS; at++) {
      slots[at] = new Slot();
    }
  }

  @Override
  public void announce(SandboxId sandbox) {
    slot(sandbox).announce();
  }

  /** Wakes whoever waits for any sandbox: something may have gone by that nobody was told. */
  public void announceAll() {
    for (Slot slot : slots) {
      slot.announce();
    }
  }

  @Override
  public Watch watch(SandboxId sandbox) {
    Slot slot = slot(sandbox);
    long begun = slot.announced();
    return atMost -> slot.await(begun, atMost);
  }

  private Slot slot(SandboxId sandbox) {
    return slots[Math.floorMod(sandbox.value().hashCode(), SLOTS)];
  }

  private static final class Slot {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private long announced;

    long announced() {
      lock.lock();
      try {
        return announced;
      } finally {
        lock.unlock();
      }
    }

    void announce() {
      lock.lock();
      try {
        announced++;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }

    void await(long begun, Duration atMost) throws InterruptedException {
      long left = atMost.toNanos();
      lock.lock();
      try {
        while (announced == begun && left > 0) {
          left = changed.awaitNanos(left);
        }
      } finally {
        lock.unlock();
      }
    }
  }
}
