package com.personalagentproxy.sandbox.http;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.VirtualThreads;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads beside those of requests, one for each piece of work: a virtual one where Java has them
 * (21 and later), else one that is kept for a while for the next. There is a most of them, since a
 * request may end before its work does.
 */
public final class CallThreads implements Executor, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CallThreads.class);
  private static final int MOST_VIRTUAL = 10_000;
  private static final int MOST_OTHERS = 1_000;
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(10);

  private final Executor threads;
  private final int most;
  private final Semaphore free;

  private CallThreads(Executor threads, int most) {
    this.threads = threads;
    this.most = most;
    this.free = new Semaphore(most);
  }

  /** Threads of that name, as many as this Java bears. */
  public static CallThreads named(String name) {
    @Nullable Executor virtual = VirtualThreads.getNamedVirtualThreadsExecutor(name + "-");
    return virtual != null
        ? new CallThreads(virtual, MOST_VIRTUAL)
        : new CallThreads(Executors.newCachedThreadPool(work -> daemon(work, name)), MOST_OTHERS);
  }

  /** At most so many, each of its own. */
  public static CallThreads atMost(int most) {
    return new CallThreads(work -> daemon(work, "call").start(), most);
  }

  private static Thread daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Does the work on a thread of its own.
   *
   * @throws RejectedExecutionException if there are as many as there may be, or it is closed
   */
  @Override
  public void execute(Runnable work) {
    if (!free.tryAcquire()) {
      throw new RejectedExecutionException(
          "There are %s calls at work, and there may be no more.".formatted(most));
    }
    boolean isBegun = false;
    try {
      threads.execute(
          () -> {
            try {
              work.run();
            } finally {
              free.release();
            }
          });
      isBegun = true;
    } finally {
      if (!isBegun) {
        free.release();
      }
    }
  }

  /**
   * Takes no more work, and waits until what it has is done, though no longer than some seconds.
   */
  @Override
  public void close() {
    try {
      if (!free.tryAcquire(most, ENDS_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("Calls that were still at work when the server stopped were left behind.");
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }
}
