package com.personalagentproxy.sandbox.http;

import com.personalagentproxy.sandbox.access.Arrival;
import java.util.Optional;

/**
 * Port: whose token that is. Implementations are safe for use by many threads and read each call
 * anew, so that a token that was taken back is worth nothing from the next call on.
 */
@FunctionalInterface
public interface Agents {

  /**
   * The agent with this token, and how it stands where that is as cheap to read; empty when nobody
   * has it, or not any more.
   */
  Optional<Arrival> byToken(String token);
}
