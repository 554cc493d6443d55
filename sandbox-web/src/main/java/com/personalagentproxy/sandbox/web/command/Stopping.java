package com.personalagentproxy.sandbox.web.command;

import com.personalagentproxy.sandbox.web.server.Running;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it that a server is closed when the process is told to end, even while it still starts: a
 * database of its own would otherwise be left running.
 *
 * @param <S> the kind of server
 */
final class Stopping<S extends Running> {

  private static final int LONGEST_START_SECONDS = 30;

  private final CountDownLatch started = new CountDownLatch(1);
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile @Nullable S server;
  private volatile boolean begun;

  /**
   * Starts a server that is closed when the process ends.
   *
   * @param before run when it begins to close
   * @param after run when it is closed, or wasn't started at all
   */
  static <S extends Running> Stopping<S> whenTheProcessEnds(
      Supplier<S> start, Runnable before, Runnable after) {
    Stopping<S> stopping = new Stopping<>();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stopping.stop(before, after), "stop"));
    try {
      stopping.server = start.get();
    } finally {
      stopping.started.countDown();
    }
    return stopping;
  }

  S server() {
    S running = server;
    if (running == null) {
      throw new IllegalStateException("The server was not started.");
    }
    return running;
  }

  /** Comes back when the server is closed. */
  void await() {
    try {
      stopped.await();
    } catch (InterruptedException stopNow) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether the process was told to end. */
  boolean hasBegun() {
    return begun;
  }

  private void stop(Runnable before, Runnable after) {
    begun = true;
    try {
      if (started.await(LONGEST_START_SECONDS, TimeUnit.SECONDS)) {
        S running = server;
        if (running != null) {
          before.run();
          running.close();
        }
      }
    } catch (InterruptedException stopNow) {
      Thread.currentThread().interrupt();
    } finally {
      after.run();
      stopped.countDown();
    }
  }
}
