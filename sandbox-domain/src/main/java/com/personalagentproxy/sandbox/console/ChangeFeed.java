package com.personalagentproxy.sandbox.console;

import com.personalagentproxy.sandbox.access.ConnectionId;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells who follows of sandboxes that changed, whoever changed them on whatever server, within a
 * second or so. What it asks of the store doesn't grow with how many follow, and is nothing when
 * nobody does. A change may be told twice, and several may be told as one; the last is never left
 * out. Safe for use by many threads.
 *
 * <p>That time alone has made a sandbox free, since its task was left open, is told of sandboxes
 * that it has told of before: of all others nobody could know without reading them all.
 */
public interface ChangeFeed extends AutoCloseable {

  /**
   * Tells of changes in these connections from now on, or from after a place on: the listener is
   * called by one thread at a time and doesn't block. What it throws is forgotten.
   *
   * @param after a {@link Change#place}; one that is too old, or none of ours, gets {@link
   *     Change.Unknown} first
   */
  Following follow(
      Set<ConnectionId> connections, @Nullable String after, Consumer<Change> listener);

  /**
   * Where it is now. Who asks for it first, reads all then, and follows from after it misses
   * nothing between.
   */
  String place();

  /** Ends telling. */
  interface Following extends AutoCloseable {
    /** The listener isn't called any more, but for a call that is under way. */
    @Override
    void close();
  }

  @Override
  void close();
}
