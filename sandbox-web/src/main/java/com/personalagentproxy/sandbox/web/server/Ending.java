package com.personalagentproxy.sandbox.web.server;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a server stops while commands run. */
final class Ending {

  private static final Duration COMMANDS_END_WITHIN = Duration.ofSeconds(5);

  /** Beyond the time that their callers have to be answered. */
  private static final Duration MACHINES_CLOSE_WITHIN = Duration.ofSeconds(20);

  private static final Logger log = LoggerFactory.getLogger(Ending.class);

  private Ending() {}

  /**
   * Stops the server. Commands that take long are ended when they have had their seconds, so that
   * their callers are answered.
   *
   * @param machines closed then, which ends them
   */
  static void ofCommands(AutoCloseable machines, AutoCloseable http) {
    ofCommands(machines, http, COMMANDS_END_WITHIN);
  }

  /** Likewise with another time. When it comes back, nothing of it goes on beside what follows. */
  static void ofCommands(AutoCloseable machines, AutoCloseable http, Duration commandsEndWithin) {
    CountDownLatch answered = new CountDownLatch(1);
    Thread ending =
        Threads.named("end of commands")
            .newThread(
                () -> {
                  if (!isOverWithin(commandsEndWithin, answered)) {
                    close("Ending the commands that still ran", machines);
                  }
                });
    ending.start();
    close("Stopping the HTTP server", http);
    answered.countDown();
    try {
      ending.join(MACHINES_CLOSE_WITHIN.toMillis());
    } catch (InterruptedException stopNow) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isOverWithin(Duration time, CountDownLatch latch) {
    try {
      return latch.await(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException stopNow) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static void close(String what, AutoCloseable part) {
    try {
      part.close();
    } catch (Exception failure) {
      log.warn("{} failed.", what, failure);
    }
  }
}
