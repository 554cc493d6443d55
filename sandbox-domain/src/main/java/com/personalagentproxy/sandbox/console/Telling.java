package com.personalagentproxy.sandbox.console;

import com.personalagentproxy.sandbox.access.ConnectionId;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Somebody who follows. */
final class Telling {

  private final Set<ConnectionId> connections;
  private final Consumer<Change> listener;
  private volatile boolean isOver;

  /** From where on it isn't told yet; absent once it is up to date. Used by the feed's thread. */
  private @Nullable Place from;

  private boolean hasMissed;

  /**
   * @param hasMissed whether more may have changed than is known
   */
  Telling(
      Set<ConnectionId> connections,
      @Nullable Place from,
      boolean hasMissed,
      Consumer<Change> listener) {
    this.connections = Set.copyOf(connections);
    this.from = from;
    this.hasMissed = hasMissed;
    this.listener = listener;
  }

  Set<ConnectionId> connections() {
    return connections;
  }

  @Nullable Place from() {
    return from;
  }

  void hasMissed() {
    hasMissed = true;
  }

  /** Whether all that was found is news to it, whoever else was told. */
  boolean isNew() {
    return from != null;
  }

  void isUpToDate() {
    from = null;
  }

  /** Says first that it has missed something, if it has. */
  void begin(String place) {
    if (hasMissed) {
      hasMissed = false;
      tell(new Change.Unknown(place));
    }
  }

  void tell(Change change) {
    if (!isOver) {
      try {
        listener.accept(change);
      } catch (RuntimeException | Error forgotten) {
        // It must not keep the others from being told.
      }
    }
  }

  void end() {
    isOver = true;
  }
}
