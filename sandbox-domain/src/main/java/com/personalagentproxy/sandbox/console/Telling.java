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

  /** Tells of what a look found; first that it has missed something, if it has. */
  void tell(Lately.Found found, String place) {
    if (hasMissed || found.isMore()) {
      hasMissed = false;
      tell(new Change.Unknown(place));
    }
    // All that was found is news to it then, whoever else was told.
    boolean isNew = from != null;
    found.now().values().stream()
        .filter(view -> connections.contains(view.connection().id()))
        .filter(view -> isNew || found.news().contains(view.id()))
        .forEach(view -> tell(new Change.Changed(view, place)));
    found
        .gone()
        .forEach(
            (sandbox, connection) -> {
              if (connections.contains(connection)
                  && (isNew || found.goneNow().contains(sandbox))) {
                tell(new Change.Removed(sandbox.value(), connection, place));
              }
            });
    from = null;
  }

  private void tell(Change change) {
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
