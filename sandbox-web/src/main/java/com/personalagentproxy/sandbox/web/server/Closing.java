package com.personalagentproxy.sandbox.web.server;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What was opened, to be closed the other way round. */
final class Closing implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Closing.class);

  private record Part(String name, AutoCloseable part) {}

  private final Deque<Part> parts = new ArrayDeque<>();

  /** Adds what was opened last. */
  synchronized <T extends AutoCloseable> T add(String name, T part) {
    parts.push(new Part(name, part));
    return part;
  }

  /** Closes all, one after the other; one that fails keeps none of the others open. */
  @Override
  public synchronized void close() {
    while (!parts.isEmpty()) {
      Part last = parts.pop();
      try {
        last.part().close();
      } catch (Exception failure) {
        log.warn("Closing {} failed.", last.name(), failure);
      }
    }
  }
}
