package com.personalagentproxy.sandbox.world;

import com.personalagentproxy.sandbox.move.Ports;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ports like a world's, but something happens between a look at a row and the first claim on it.
 */
public final class Between {

  private Between() {}

  /** The deed is done once, just before the first claim reaches the store. */
  public static Ports lookAndClaim(Ports ports, Runnable deed) {
    AtomicBoolean done = new AtomicBoolean();
    return Overseen.store(
        ports,
        (method, arguments) -> {
          if (method.startsWith("claim") && done.compareAndSet(false, true)) {
            deed.run();
          }
          return Optional.empty();
        });
  }
}
