package com.personalagentproxy.sandbox.console;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.life.Chronicle;
import com.personalagentproxy.sandbox.life.Step;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.task.Task;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What has changed since the last look at the store. Steps that were written at once may be seen in
 * another order than they are numbered, and clocks of servers differ, so each look goes back some
 * seconds and leaves out what was found before. Used by one thread.
 */
final class Lately {

  /** So many steps ago, anybody's, a place may be. */
  private static final long FARTHEST = 10_000;

  /**
   * What was found.
   *
   * @param now as they are now: all that may have changed
   * @param news those of them that are as they weren't when they were found before
   * @param gone those that were taken out
   * @param isMore whether there is more than was found
   */
  record Found(
      Map<SandboxId, SandboxView> now,
      Set<SandboxId> news,
      Map<SandboxId, ConnectionId> gone,
      Set<SandboxId> goneNow,
      boolean isMore) {}

  /** The highest number at a time. */
  private record Newest(Instant at, long number) {}

  private final Ports ports;
  private final ChangedSince changed;
  private final Remembered remembered = new Remembered();
  private final TreeSet<Long> toldNumbers = new TreeSet<>();
  private final Deque<Newest> newest = new ArrayDeque<>();
  private Place from;

  Lately(Ports ports) {
    this.ports = ports;
    this.changed = new ChangedSince(ports);
    this.from = here(ports);
  }

  /** Where who begins now is. */
  static Place here(Ports ports) {
    Instant now = ports.now();
    return new Place(ports.chronicle().numberAt(now.minus(ChangedSince.OVERLAP)), now);
  }

  /** From where on the next look tells. */
  Place place() {
    return from;
  }

  /** Looks, and moves on. */
  Found look(Set<ConnectionId> connections) {
    Instant now = ports.now();
    ChangedSince.Read read = changed.since(from, connections);
    Found found = found(read, connections, now);
    moveOn(read.newest(), now);
    return found;
  }

  /**
   * All that is other than at an earlier place, for who was told until there; the next look tells
   * what it would have told.
   *
   * @return empty if that is too many steps ago, or nowhere: places come from outside
   */
  Optional<Found> since(Place place, Set<ConnectionId> connections) {
    long newest = ports.chronicle().since(Chronicle.NO_NUMBER, connections, 1).newest();
    if (place.number() > newest || newest - place.number() > FARTHEST) {
      return Optional.empty();
    }
    Instant now = ports.now();
    ChangedSince.Read read = changed.since(place, connections);
    Map<SandboxId, ConnectionId> gone = new LinkedHashMap<>();
    Set<SandboxId> moved = new LinkedHashSet<>();
    for (Step step : read.steps()) {
      if (step.isRemoval()) {
        gone.put(step.sandbox(), step.connection());
      } else {
        moved.add(step.sandbox());
      }
    }
    Map<SandboxId, Sandbox> rows = changed.rows(read, moved, gone.keySet(), connections);
    Map<SandboxId, SandboxView> views = changed.views(rows.values(), now);
    Map<SandboxId, Task> holders = changed.holders(rows.values(), views);
    for (SandboxView view : views.values()) {
      Sandbox row = rows.get(view.id());
      if (row != null) {
        remembered.noticeUse(view, row, holders.get(view.id()), now);
      }
    }
    return Optional.of(new Found(views, views.keySet(), gone, gone.keySet(), read.isMore()));
  }

  private Found found(ChangedSince.Read read, Set<ConnectionId> connections, Instant now) {
    Map<SandboxId, ConnectionId> gone = new LinkedHashMap<>();
    Set<SandboxId> goneNow = new LinkedHashSet<>();
    Set<SandboxId> moved = new LinkedHashSet<>();
    for (Step step : read.steps()) {
      boolean isNews = toldNumbers.add(step.number());
      if (step.isRemoval()) {
        gone.put(step.sandbox(), step.connection());
        if (isNews) {
          goneNow.add(step.sandbox());
        }
        remembered.forget(step.sandbox());
      } else {
        moved.add(step.sandbox());
      }
    }
    moved.addAll(remembered.overdue(now));
    moved.removeAll(gone.keySet());
    Map<SandboxId, Sandbox> rows = changed.rows(read, moved, gone.keySet(), connections);
    Map<SandboxId, SandboxView> views = changed.views(rows.values(), now);
    Map<SandboxId, Task> holders = changed.holders(rows.values(), views);
    Set<SandboxId> news =
        views.values().stream()
            .filter(
                view -> remembered.isNews(view, rows.get(view.id()), holders.get(view.id()), now))
            .map(SandboxView::id)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    return new Found(views, news, gone, goneNow, read.isMore());
  }

  private void moveOn(long number, Instant now) {
    newest.addLast(new Newest(now, Math.max(number, from.number())));
    long certain = from.number();
    while (newest.size() > 1 && !newest.getFirst().at().isAfter(now.minus(ChangedSince.OVERLAP))) {
      certain = newest.removeFirst().number();
    }
    from = new Place(Math.max(certain, from.number()), now);
    toldNumbers.headSet(from.number(), true).clear();
    remembered.forgetTheOldest();
  }
}
