package com.personalagentproxy.sandbox.console;

import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.collection.Listing;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import com.personalagentproxy.sandbox.life.Chronicle;
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
import java.util.Optional;
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

  /** What is read at once. */
  static final int MOST = 1000;

  /** How often one look reads on; beyond it who follows had better read anew. */
  private static final int MOST_READS = 10;

  /** Of all organizations: the tasks may be kept elsewhere than the sandboxes. */
  private static final int MOST_FINISHED = 10_000;

  /** So many steps ago, anybody's, a place may be. */
  private static final long FARTHEST = 10_000;

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

  /** What was read from a place on. */
  private record Read(
      List<Step> steps, long newest, List<Sandbox> used, List<Sandbox> freed, boolean isMore) {}

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

  /** Looks, and moves on. */
  Found look(Set<ConnectionId> connections) {
    Instant now = ports.now();
    Read read = read(from, connections);
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
    Read read = read(place, connections);
    Map<SandboxId, ConnectionId> gone = new LinkedHashMap<>();
    Set<SandboxId> moved = new LinkedHashSet<>();
    for (Step step : read.steps()) {
      if (step.isRemoval()) {
        gone.put(step.sandbox(), step.connection());
      } else {
        moved.add(step.sandbox());
      }
    }
    Map<SandboxId, Sandbox> rows = rows(read, moved, gone.keySet(), connections);
    Map<SandboxId, SandboxView> views = views(rows.values(), now);
    Map<SandboxId, Task> holders = holders(rows.values(), views);
    for (Map.Entry<SandboxId, Sandbox> row : rows.entrySet()) {
      SandboxView view = views.get(row.getKey());
      if (view != null && view.user() != null) {
        freeByTime.putIfAbsent(
            row.getKey(), mayBeFreeAt(row.getValue(), holders.get(row.getKey()), now));
      }
    }
    return Optional.of(new Found(views, views.keySet(), gone, gone.keySet(), read.isMore()));
  }

  private Read read(Place place, Set<ConnectionId> connections) {
    List<Step> steps = new ArrayList<>();
    long after = place.number();
    long newest = after;
    boolean isMore = true;
    for (int reads = 0; isMore && reads < MOST_READS; reads++) {
      Steps part = ports.chronicle().since(after, connections, MOST);
      if (reads == 0) {
        newest = part.newest();
      }
      steps.addAll(part.steps());
      isMore = part.steps().size() >= MOST;
      after = isMore ? part.steps().get(part.steps().size() - 1).number() : after;
    }
    Instant usedSince = place.at().minus(OVERLAP);
    List<Sandbox> used = ports.chronicle().usedSince(usedSince, connections, MOST);
    List<TaskId> finished = ports.tasks().finishedSince(usedSince, MOST_FINISHED);
    List<Sandbox> freed =
        finished.isEmpty() ? List.of() : ports.chronicle().heldBy(finished, connections, MOST);
    return new Read(
        steps,
        newest,
        used,
        freed,
        isMore
            || isCut(used, place.at())
            || finished.size() >= MOST_FINISHED
            || freed.size() >= MOST);
  }

  /** What was used before the last look was found by that. */
  private static boolean isCut(List<Sandbox> used, Instant lastLook) {
    return used.size() >= MOST && !used.get(used.size() - 1).lastUsed().isBefore(lastLook);
  }

  private Found found(Read read, Set<ConnectionId> connections, Instant now) {
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
        forget(step.sandbox());
      } else {
        moved.add(step.sandbox());
      }
    }
    moved.addAll(overdue(now));
    moved.removeAll(gone.keySet());
    Map<SandboxId, Sandbox> rows = rows(read, moved, gone.keySet(), connections);
    Map<SandboxId, SandboxView> views = views(rows.values(), now);
    Map<SandboxId, Task> holders = holders(rows.values(), views);
    Set<SandboxId> news =
        views.values().stream()
            .filter(view -> isNews(view, rows.get(view.id()), holders, now))
            .map(SandboxView::id)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    return new Found(views, news, gone, goneNow, read.isMore());
  }

  private Map<SandboxId, Sandbox> rows(
      Read read, Set<SandboxId> moved, Set<SandboxId> gone, Set<ConnectionId> connections) {
    Map<SandboxId, Sandbox> rows = new LinkedHashMap<>();
    read.used().forEach(row -> rows.put(row.id(), row));
    read.freed().forEach(row -> rows.put(row.id(), row));
    // Read last, so that it is the newest that is told.
    if (!moved.isEmpty()) {
      ports.chronicle().now(moved).forEach(row -> rows.put(row.id(), row));
    }
    rows.keySet().removeAll(gone);
    rows.values().removeIf(row -> !connections.contains(row.connection()));
    return rows;
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

  /** The tasks that hold those that are in use. */
  private Map<SandboxId, Task> holders(
      Collection<Sandbox> rows, Map<SandboxId, SandboxView> views) {
    Map<SandboxId, TaskId> held = new HashMap<>();
    for (Sandbox row : rows) {
      SandboxView view = views.get(row.id());
      if (row.lease() != null && view != null && view.user() != null) {
        held.put(row.id(), row.lease().holder());
      }
    }
    Map<TaskId, Task> known =
        held.isEmpty() ? Map.of() : ports.tasks().findAll(Set.copyOf(held.values()));
    Map<SandboxId, Task> holders = new HashMap<>();
    held.forEach(
        (sandbox, task) -> {
          Task holder = known.get(task);
          if (holder != null) {
            holders.put(sandbox, holder);
          }
        });
    return holders;
  }

  /** Remembers it, and when time alone will change it. */
  private boolean isNews(
      SandboxView view, @Nullable Sandbox row, Map<SandboxId, Task> holders, Instant now) {
    if (row == null) {
      return false;
    }
    Seen is = new Seen(row, view.user(), view.connection().name());
    Seen was = seen.remove(view.id());
    seen.put(view.id(), is);
    freeByTime.remove(view.id());
    if (view.user() != null) {
      freeByTime.put(view.id(), mayBeFreeAt(row, holders.get(row.id()), now));
    }
    return !is.equals(was);
  }

  /**
   * When its task is left open unless it is active until then, and its commands there count no
   * more. Not by the last use of the sandbox, which may be a person's.
   */
  private static Instant mayBeFreeAt(Sandbox row, @Nullable Task holder, Instant now) {
    Instant free = holder == null ? Instant.EPOCH : holder.lastActive().plus(Task.LEFT_OPEN_AFTER);
    for (RunningCommand command : row.running()) {
      if (command.countsForLease(now) && command.deadline().isAfter(free)) {
        free = command.deadline();
      }
    }
    return free.isAfter(now) ? free : now.plus(LOOK_AGAIN);
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

  private void moveOn(long number, Instant now) {
    newest.addLast(new Newest(now, Math.max(number, from.number())));
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
