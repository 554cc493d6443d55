package com.personalagentproxy.sandbox.world;

import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.move.SettledMoves;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Notices that let a test know when somebody has come to wait for one. */
public final class WatchedMoves implements SettledMoves {

  private static final long PATIENCE_SECONDS = 30;

  private final SettledMoves notices;
  private final Semaphore waits = new Semaphore(0);

  public WatchedMoves(SettledMoves notices) {
    this.notices = notices;
  }

  /** Whoever has come to wait until now counts no more. */
  public void forgetWhoWaited() {
    waits.drainPermits();
  }

  /** Comes back when somebody has begun to wait once more. */
  public void awaitSomebodyWaiting() {
    try {
      if (!waits.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("Nobody waits for a move.");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted.", interrupted);
    }
  }

  @Override
  public void announce(SandboxId sandbox) {
    notices.announce(sandbox);
  }

  @Override
  public Watch watch(SandboxId sandbox) {
    Watch watch = notices.watch(sandbox);
    return atMost -> {
      waits.release();
      watch.await(atMost);
    };
  }
}
