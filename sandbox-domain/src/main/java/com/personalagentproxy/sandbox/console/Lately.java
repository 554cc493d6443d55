package com.personalagentproxy.sandbox.console;

import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.collection.Listing;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.life.Step;
import com.personalagentproxy.sandbox.life.Steps;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What has changed since the last look at the store. Steps that were written at once may be seen in
 * another order than they are numbered, and clocks of servers differ, so each look goes back some
 * seconds and leaves out what was found before. Used by one thread.
 */
final class Lately {

  /** How far each look goes back: longer than a write takes, and than clocks differ. */
  static final Duration OVERLAP = Duration.ofSeconds(10);

  /** What one look finds at most of each kind; beyond it who follows had better read anew. */
  static final int MOST = 1000;

  /** How often one is looked at that time may have made free. */
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(30);

  /** How many sandboxes it remembers, so as to tell of each change once. */
  private static final int MOST_REMEMBERED = 10_000;

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

  /** A row as it was seen: what is equal shows nothing new. */
  private record Seen(Sandbox row, SandboxView.@Nullable User user, String connection) {}

  /** The highest number at a time. */
  private record Newest(Instant at, long number) {}

  private final Ports ports;
  private final Listing listing;
  private final Map<SandboxId, Seen> seen = new LinkedHashMap<>();
  private final Map<SandboxId, Instant> freeByTime = new HashMap<>();
  private final TreeSet<Long> toldNumbers = new TreeSet<>();
  private final Deque<Newest> newest = new ArrayDeque<>();
  private Place from;

  Lately(Ports ports) {
    this.ports = ports;
    this.listing = new Listing(ports.store(), ports.tasks(), ports.timing().idleAfter());
    this.from = here(ports);
  }

  /** Where who begins now is. */
  static Place here(Ports ports) {
    Instant now = ports.now();
    return new Place(ports.chronicle().numberAt(now.minus(OVERLAP)), now);
  }

  /** From where on the next look tells. */
  Place place() {
    return from;
  }

  /**
   * Looks, and moves on.
   *
   * @param earlier from where on it is to look, if that is before where it is
   */
  Found look(Set<ConnectionId> connections, Collection<Place> earlier) {
    Instant now = ports.now();
    long number = from.number();
    Instant since = from.at();
    for (Place place : earlier) {
      number = Math.min(number, place.number());
      since = place.at().isBefore(since) ? place.at() : since;
    }
    Steps steps = ports.chronicle().since(number, connections, MOST);
    Instant usedSince = since.minus(OVERLAP);
    List<Sandbox> used = ports.chronicle().usedSince(usedSince, connections, MOST);
    List<TaskId> finished = ports.tasks().finishedSince(usedSince, MOST);
    List<Sandbox> freed =
        finished.isEmpty() ? List.of() : ports.chronicle().heldBy(finished, connections, MOST);
    boolean isMore =
        steps.steps().size() >= MOST
            || finished.size() >= MOST
            || freed.size() >= MOST
            || (!earlier.isEmpty() && used.size() >= MOST);
    Found found = found(steps, used, freed, connections, now, isMore);
    moveOn(steps, now);
    return found;
  }

  private Found found(
      Steps steps,
      List<Sandbox> used,
      List<Sandbox> freed,
      Set<ConnectionId> connections,
      Instant now,
      boolean isMore) {
    Map<SandboxId, ConnectionId> gone = new LinkedHashMap<>();
    Set<SandboxId> goneNow = new LinkedHashSet<>();
    Set<SandboxId> moved = new LinkedHashSet<>();
    for (Step step : steps.steps()) {
      boolean isNews = toldNumbers.add(step.number());
      if (step.isRemoval()) {
        gone.put(step.sandbox(), step.connection());
        if (isNews) {
          goneNow.add(step.sandbox());
        }
        forget(step.sandbox());
      } else {
        moved.add(step.sandbox());
      }
    }
    moved.addAll(overdue(now));
    moved.removeAll(gone.keySet());
    Map<SandboxId, Sandbox> rows = new LinkedHashMap<>();
    used.forEach(row -> rows.put(row.id(), row));
    freed.forEach(row -> rows.put(row.id(), row));
    // Read last, so that it is the newest that is told.
    if (!moved.isEmpty()) {
      ports.chronicle().now(moved).forEach(row -> rows.put(row.id(), row));
    }
    rows.keySet().removeAll(gone.keySet());
    rows.values().removeIf(row -> !connections.contains(row.connection()));
    Map<SandboxId, SandboxView> views = views(rows.values(), now);
    Set<SandboxId> news =
        views.values().stream()
            .filter(view -> isNews(view, rows.get(view.id()), now))
            .map(SandboxView::id)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    return new Found(views, news, gone, goneNow, isMore);
  }

  private Map<SandboxId, SandboxView> views(Collection<Sandbox> rows, Instant now) {
    Map<ConnectionId, Connection> connections = new HashMap<>();
    for (Sandbox row : rows) {
      if (!connections.containsKey(row.connection())) {
        ports
            .connections()
            .find(row.connection())
            .ifPresent(connection -> connections.put(row.connection(), connection));
      }
    }
    List<Sandbox> known =
        rows.stream().filter(row -> connections.containsKey(row.connection())).toList();
    Map<SandboxId, SandboxView> views = new LinkedHashMap<>();
    listing
        .views(new ArrayList<>(known), List.copyOf(connections.values()), now)
        .forEach(view -> views.put(view.id(), view));
    return views;
  }

  /** Remembers it, and when time alone will change it. */
  private boolean isNews(SandboxView view, @Nullable Sandbox row, Instant now) {
    if (row == null) {
      return false;
    }
    Seen is = new Seen(row, view.user(), view.connection().name());
    Seen was = seen.remove(view.id());
    seen.put(view.id(), is);
    freeByTime.remove(view.id());
    if (view.user() != null) {
      freeByTime.put(view.id(), mayBeFreeAt(row, now));
    }
    return !is.equals(was);
  }

  /**
   * Its task was active when a command of it was in there, and may have been so later elsewhere.
   */
  private static Instant mayBeFreeAt(Sandbox row, Instant now) {
    Instant earliest = row.lastUsed().plus(Task.LEFT_OPEN_AFTER);
    Instant again = now.plus(LOOK_AGAIN);
    return earliest.isAfter(again) ? earliest : again;
  }

  private List<SandboxId> overdue(Instant now) {
    return freeByTime.entrySet().stream()
        .filter(each -> !each.getValue().isAfter(now))
        .map(Map.Entry::getKey)
        .toList();
  }

  private void forget(SandboxId sandbox) {
    seen.remove(sandbox);
    freeByTime.remove(sandbox);
  }

  private void moveOn(Steps steps, Instant now) {
    newest.addLast(new Newest(now, Math.max(steps.newest(), from.number())));
    long certain = from.number();
    while (newest.size() > 1 && !newest.getFirst().at().isAfter(now.minus(OVERLAP))) {
      certain = newest.removeFirst().number();
    }
    from = new Place(Math.max(certain, from.number()), now);
    toldNumbers.headSet(from.number(), true).clear();
    while (seen.size() > MOST_REMEMBERED) {
      forget(seen.keySet().iterator().next());
    }
  }
}
