package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.console.Change;
import com.personalagentproxy.sandbox.console.ChangeFeed;
import com.personalagentproxy.sandbox.web.live.Event;
import com.personalagentproxy.sandbox.web.live.EventSource;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The changes that one open page hasn't been told yet. Of several of one sandbox only the last is
 * kept, and of too many none: then the page reads all anew.
 */
final class LiveChanges implements EventSource {

  private static final int MOST = 200;

  private final Function<Change, Optional<Event>> told;
  private final Supplier<Boolean> mayGoOn;
  private final Runnable wake;
  private final Map<UUID, Change> untold = new LinkedHashMap<>();
  private final Queue<Event> first = new ArrayDeque<>();
  private ChangeFeed.@Nullable Following following;
  private boolean over;

  /**
   * None yet.
   *
   * @param told how a change is told; empty: not at all
   * @param mayGoOn whether the session lasts
   * @param wake to be called when there is something
   */
  LiveChanges(Function<Change, Optional<Event>> told, Supplier<Boolean> mayGoOn, Runnable wake) {
    this.told = told;
    this.mayGoOn = mayGoOn;
    this.wake = wake;
  }

  /** What ends the telling when the page is closed. */
  synchronized void by(ChangeFeed.Following followed) {
    following = followed;
    if (over) {
      followed.close();
    }
  }

  /** Takes a change; comes back at once. */
  void take(Change change) {
    synchronized (this) {
      if (change instanceof Change.Changed changed) {
        keep(changed.sandbox().id().value(), changed);
      } else if (change instanceof Change.Removed removed) {
        keep(removed.sandbox(), removed);
      } else if (change instanceof Change.Unknown) {
        stale(change.place());
      }
    }
    wake.run();
  }

  private void keep(UUID sandbox, Change change) {
    untold.remove(sandbox);
    if (untold.size() < MOST) {
      untold.put(sandbox, change);
    } else {
      stale(change.place());
    }
  }

  private void stale(String place) {
    untold.clear();
    first.clear();
    first.add(new Event("stale", "", place));
  }

  @Override
  public synchronized Optional<Event> next() {
    if (!first.isEmpty()) {
      return Optional.of(first.remove());
    }
    while (!over && !untold.isEmpty()) {
      Iterator<Change> earliest = untold.values().iterator();
      Optional<Event> event = told.apply(earliest.next());
      earliest.remove();
      if (event.isPresent()) {
        return event;
      }
    }
    return Optional.empty();
  }

  @Override
  public synchronized boolean isOver() {
    return over && first.isEmpty();
  }

  @Override
  public boolean mayGoOn() {
    boolean goesOn = mayGoOn.get();
    if (!goesOn) {
      synchronized (this) {
        over = true;
        first.clear();
        first.add(new Event("signed-out", "", null));
      }
    }
    return goesOn;
  }

  @Override
  public synchronized void close() {
    over = true;
    if (following != null) {
      following.close();
    }
  }
}
