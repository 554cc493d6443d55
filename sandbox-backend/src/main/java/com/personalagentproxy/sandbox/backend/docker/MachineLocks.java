package com.personalagentproxy.sandbox.backend.docker;

import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Sees to it that this server makes one move of a machine after the other. Machines don't wait for
 * each other. Safe for use by many threads.
 */
final class MachineLocks {

  /**
   * @param users how many hold it or wait for it
   */
  private record Counted(ReentrantLock lock, int users) {}

  private final Duration patience;
  private final Map<MachineId, Counted> locks = new ConcurrentHashMap<>();

  /**
   * @param patience how long a move waits for those before it
   */
  MachineLocks(Duration patience) {
    this.patience = patience;
  }

  /**
   * Makes a move while no other is made of that machine.
   *
   * @throws BackendException.Unreachable if the machine is busy for too long, or the thread is
   *     interrupted
   */
  void alone(MachineId machine, Runnable move) {
    ReentrantLock lock = join(machine);
    try {
      take(machine, lock);
      try {
        move.run();
      } finally {
        lock.unlock();
      }
    } finally {
      leave(machine);
    }
  }

  /** Of how many machines moves are made or waited for. */
  int size() {
    return locks.size();
  }

  private ReentrantLock join(MachineId machine) {
    return locks
        .compute(
            machine,
            (id, old) ->
                old == null
                    ? new Counted(new ReentrantLock(), 1)
                    : new Counted(old.lock(), old.users() + 1))
        .lock();
  }

  private void leave(MachineId machine) {
    locks.computeIfPresent(
        machine, (id, old) -> old.users() == 1 ? null : new Counted(old.lock(), old.users() - 1));
  }

  private void take(MachineId machine, ReentrantLock lock) {
    try {
      if (!lock.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new BackendException.Unreachable(
            "Machine %s is busy with another move. Try again.".formatted(machine), null);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new BackendException.Unreachable(
          "The server stopped waiting for machine %s.".formatted(machine), interrupted);
    }
  }
}
