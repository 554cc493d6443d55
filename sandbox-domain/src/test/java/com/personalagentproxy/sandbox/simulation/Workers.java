package com.personalagentproxy.sandbox.simulation;

import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Threads for actors, kept from one simulation to the next since starting them costs most. */
final class Workers implements AutoCloseable {

  private final ConcurrentLinkedDeque<Worker> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  /** Runs it on a thread of its own; the thread is free again before {@code last} is run. */
  void run(Runnable first, Runnable last) {
    Worker worker = idle.poll();
    if (worker == null) {
      worker = new Worker();
      worker.assign(first, last);
      worker.start();
    } else {
      worker.assign(first, last);
      LockSupport.unpark(worker);
    }
  }

  @Override
  public void close() {
    closed = true;
    idle.forEach(LockSupport::unpark);
  }

  private final class Worker extends Thread {
    private @Nullable Runnable last;
    private volatile @Nullable Runnable first;

    Worker() {
      super("simulated");
      setDaemon(true);
    }

    void assign(Runnable begin, Runnable end) {
      last = end;
      first = begin;
    }

    @Override
    public void run() {
      while (!closed) {
        Runnable begin = first;
        if (begin == null) {
          LockSupport.park(this);
          continue;
        }
        Runnable end = last;
        begin.run();
        first = null;
        idle.push(this);
        if (end != null) {
          end.run();
        }
      }
    }
  }
}
