package com.personalagentproxy.sandbox.backend.protocol;

import org.jspecify.annotations.Nullable;

/**
 * The thread that waits for an answer, and is interrupted when the wait is to be given up. Somebody
 * else may interrupt it too, to stop the command that it waits for: either is told from the other,
 * so that neither is taken for the other nor forgotten, and nothing is interrupted that the thread
 * does later. Safe for use by many threads.
 */
final class WaitingThread {

  private @Nullable Thread waiting;
  private boolean isInterrupted;

  /** This thread begins to wait. */
  synchronized void begin() {
    waiting = Thread.currentThread();
  }

  /** Interrupts it, if it waits: once, and not where it is interrupted already. */
  synchronized void interrupt() {
    if (waiting != null && !isInterrupted && !waiting.isInterrupted()) {
      isInterrupted = true;
      waiting.interrupt();
    }
  }

  /** Whether {@link #interrupt} did. */
  synchronized boolean isInterrupted() {
    return isInterrupted;
  }

  /**
   * This thread waits no longer; once more does no harm.
   *
   * @param wasThrown whether the wait ended with an {@link InterruptedException}, which took an
   *     interruption away
   * @return whether somebody else interrupted it; if none was thrown it stays interrupted then
   */
  synchronized boolean end(boolean wasThrown) {
    if (waiting == null) {
      return false;
    }
    waiting = null;
    boolean isPending = Thread.interrupted();
    int times = (wasThrown ? 1 : 0) + (isPending ? 1 : 0);
    boolean byOthers = times > (isInterrupted ? 1 : 0);
    if (byOthers && !wasThrown) {
      Thread.currentThread().interrupt();
    }
    return byOthers;
  }
}
