package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.http.HttpServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a server stops while commands run. */
final class Ending {

  private static final Duration COMMANDS_END_WITHIN = Duration.ofSeconds(5);
  private static final Logger log = LoggerFactory.getLogger(Ending.class);

  private Ending() {}

  /**
   * Stops the server. Commands that take long are ended when they have had their seconds, so that
   * their callers are answered.
   *
   * @param machines closed then, which ends them
   */
  static void ofCommands(AutoCloseable machines, HttpServer http) {
    CompletableFuture<Void> ending =
        CompletableFuture.runAsync(
            () -> end(machines),
            CompletableFuture.delayedExecutor(COMMANDS_END_WITHIN.toSeconds(), TimeUnit.SECONDS));
    http.close();
    ending.cancel(false);
  }

  private static void end(AutoCloseable machines) {
    try {
      machines.close();
    } catch (Exception failure) {
      log.warn("Ending the commands that still ran failed.", failure);
    }
  }
}
