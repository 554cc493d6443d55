package com.personalagentproxy.sandbox.web.live;

import java.util.Optional;

/** What a stream has to say. Its methods come back at once. */
public interface EventSource extends AutoCloseable {

  /** The next event; empty if there is none now. */
  Optional<Event> next();

  /**
   * Whether there is something that nobody is going to wake the stream for; asked twice a second.
   */
  default boolean hasNews() {
    return false;
  }

  /** Whether there will be no other. */
  boolean isOver();

  /** Whether the reader may go on reading; asked every few seconds. If not, it is to say so. */
  boolean mayGoOn();

  /** Its reader is gone, or it is over. */
  @Override
  void close();
}
