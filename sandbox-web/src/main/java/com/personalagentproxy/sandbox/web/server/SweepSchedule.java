package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.answer.StorageException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sweeps again and again until closed, or takes a census. One that fails is followed by the next as
 * if nothing had been; of failures in a row only some are logged, as a database that is away would
 * fill the log.
 */
final class SweepSchedule implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(SweepSchedule.class);
  private static final int LOG_EACH = 60;

  private final String name;
  private final Runnable sweep;
  private final ScheduledExecutorService schedule;
  private int failures;

  /**
   * @param name such as {@code sweep}
   */
  SweepSchedule(String name, Runnable sweep, Duration every) {
    this.name = name;
    this.sweep = sweep;
    this.schedule = Executors.newSingleThreadScheduledExecutor(Threads.named(name));
    var begun =
        schedule.scheduleWithFixedDelay(
            this::sweepOnce, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
    log.debug("A {} every {}: {}", name, every, begun);
  }

  private void sweepOnce() {
    try {
      sweep.run();
      failures = 0;
    } catch (StorageException away) {
      if (failures++ % LOG_EACH == 0) {
        log.warn("A {} failed; the next comes as usual. {}", name, away.getMessage());
      }
    } catch (RuntimeException | Error failure) {
      if (failures++ % LOG_EACH == 0) {
        log.warn("A {} failed; the next comes as usual.", name, failure);
      }
    }
  }

  /**
   * Comes back when the sweep under way has ended, or after a few seconds: it begins nothing more
   * then.
   */
  @Override
  public void close() {
    schedule.shutdown();
    try {
      if (!schedule.awaitTermination(5, TimeUnit.SECONDS)) {
        log.warn("A {} was still under way when the server stopped; another will settle it.", name);
        schedule.shutdownNow();
      }
    } catch (InterruptedException stopNow) {
      Thread.currentThread().interrupt();
    }
  }
}
