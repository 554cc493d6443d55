package com.personalagentproxy.sandbox.http.limit;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells whoever runs the server, once, that a proxy seems to stand before it of which it wasn't
 * told. Safe for use by many threads.
 */
final class UnreadForwarding {

  private static final Logger LOG = LoggerFactory.getLogger(UnreadForwarding.class);

  private final AtomicBoolean isTold = new AtomicBoolean();

  /** A request came with X-Forwarded-For, which isn't read. */
  void came() {
    if (isTold.compareAndSet(false, true)) {
      LOG.warn(
          "A request came with X-Forwarded-For, which isn't read, for SANDBOX_PROXIES is 0. If a proxy stands before this server, all its callers count as one address, and the failures of one lock out the others: set SANDBOX_PROXIES to how many proxies there are. If there is none, the caller made it up, and nothing needs doing.");
    }
  }
}
