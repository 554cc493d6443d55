package com.personalagentproxy.sandbox.console;

import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.access.Connection.Owner;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.access.OrganizationId;
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
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads what may have changed since a place, as it is now. Used by one thread. */
final class ChangedSince {

  /** How far each look goes back: longer than a write takes, and than clocks differ. */
  static final Duration OVERLAP = Duration.ofSeconds(10);

  /** What is read at once. */
  static final int MOST = 1000;

  /** How often one look reads on; beyond it who follows had better read anew. */
  private static final int MOST_READS = 10;

  /** Of the organizations: the tasks may be kept elsewhere than the sandboxes. */
  private static final int MOST_FINISHED = 10_000;

  /** Of how many connections it is known whose they are. */
  private static final int MOST_KNOWN = 10_000;

  /**
   * What was read from a place on.
   *
   * @param steps in their order
   * @param newest the highest number that there was
   * @param used those that were used since
   * @param freed those whose task was finished since
   * @param isMore whether there is more than was read
   */
  record Read(
      List<Step> steps, long newest, List<Sandbox> used, List<Sandbox> freed, boolean isMore) {}

  private final Ports ports;
  private final Listing listing;

  /** Whose each connection is, which it stays. */
  private final Map<ConnectionId, OrganizationId> organizations = new HashMap<>();

  ChangedSince(Ports ports) {
    this.ports = ports;
    this.listing = new Listing(ports.store(), ports.tasks(), ports.timing().idleAfter());
  }

  /** Whatever happened in these connections since, and mostly some seconds before. */
  Read since(Place place, Set<ConnectionId> connections) {
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
    List<TaskId> finished = finishedSince(usedSince, connections);
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

  private List<TaskId> finishedSince(Instant since, Set<ConnectionId> connections) {
    if (organizations.size() > MOST_KNOWN) {
      organizations.clear();
    }
    Set<OrganizationId> all = new HashSet<>();
    for (ConnectionId connection : connections) {
      organizationOf(connection).ifPresent(all::add);
    }
    return all.isEmpty() ? List.of() : ports.tasks().finishedSince(since, all, MOST_FINISHED);
  }

  private Optional<OrganizationId> organizationOf(ConnectionId connection) {
    OrganizationId known = organizations.get(connection);
    if (known != null) {
      return Optional.of(known);
    }
    Optional<OrganizationId> found =
        ports.connections().find(connection).map(Connection::owner).map(Owner::organization);
    found.ifPresent(organization -> organizations.put(connection, organization));
    return found;
  }

  /** The rows of what was read and of what moved, but for those that are gone. */
  Map<SandboxId, Sandbox> rows(
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

  /** As they are shown. */
  Map<SandboxId, SandboxView> views(Collection<Sandbox> rows, Instant now) {
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
  Map<SandboxId, Task> holders(Collection<Sandbox> rows, Map<SandboxId, SandboxView> views) {
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
}
