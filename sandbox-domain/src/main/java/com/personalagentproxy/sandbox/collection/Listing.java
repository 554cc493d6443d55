package com.personalagentproxy.sandbox.collection;

import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.lease.Lease;
import com.personalagentproxy.sandbox.lease.LeaseRule;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.task.TaskId;
import com.personalagentproxy.sandbox.task.Tasks;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Shows sandboxes: pages of them, and one (N3). Looking changes nothing and counts as no use (M8).
 */
public final class Listing {

  private final SandboxStore store;
  private final Tasks tasks;
  private final Duration idleAfter;

  public Listing(SandboxStore store, Tasks tasks, Duration idleAfter) {
    this.store = store;
    this.tasks = tasks;
    this.idleAfter = idleAfter;
  }

  /** A page of the sandboxes in these connections. */
  public SandboxPage page(List<Connection> connections, ListQuery query, Instant now) {
    Map<ConnectionId, Connection> byId =
        connections.stream().collect(Collectors.toMap(Connection::id, Function.identity()));
    List<Sandbox> found = store.page(query.within(connections));
    List<Sandbox> shown = found.subList(0, Math.min(found.size(), PageRequest.PAGE));
    List<SandboxView> views = views(shown, byId, now);
    String next =
        found.size() > shown.size()
            ? PageRequest.Place.of(shown.get(shown.size() - 1)).token()
            : null;
    return new SandboxPage(views, next);
  }

  /** These sandboxes, which are in these connections, as they are seen now. */
  public List<SandboxView> views(
      List<Sandbox> rows, Collection<Connection> connections, Instant now) {
    return views(
        rows,
        connections.stream().collect(Collectors.toMap(Connection::id, Function.identity())),
        now);
  }

  private List<SandboxView> views(
      List<Sandbox> rows, Map<ConnectionId, Connection> connections, Instant now) {
    Set<TaskId> holders =
        rows.stream().flatMap(row -> holderOf(row).stream()).collect(Collectors.toSet());
    Map<TaskId, Task> known = holders.isEmpty() ? Map.of() : tasks.findAll(holders);
    return rows.stream().map(row -> view(row, connections, known, now)).toList();
  }

  /** One sandbox as it is seen now. */
  public SandboxView view(Sandbox row, Connection connection, Instant now) {
    Task holder = holderOf(row).flatMap(tasks::find).orElse(null);
    return view(row, connection, holder, now);
  }

  private SandboxView view(Sandbox row, Connection connection, @Nullable Task holder, Instant now) {
    return new SandboxView(
        row.id(),
        row.name().text(),
        connection,
        row.state().name(),
        row.state().since(),
        user(row, holder, now),
        row.runningCommands(now),
        row.isRunningCommands(now) ? now : row.lastUsed(),
        row.state().is(StateName.AWAKE) && !row.isRunningCommands(now)
            ? row.lastUsed().plus(idleAfter)
            : null,
        row.reason(),
        row.madeBy(),
        row.madeAt());
  }

  private SandboxView view(
      Sandbox row,
      Map<ConnectionId, Connection> connections,
      Map<TaskId, Task> holders,
      Instant now) {
    Connection connection = connections.get(row.connection());
    if (connection == null) {
      throw new IllegalStateException(
          "The store listed sandbox %s of connection %s, which was not asked for."
              .formatted(row.id(), row.connection()));
    }
    return view(row, connection, holderOf(row).map(holders::get).orElse(null), now);
  }

  private static Optional<TaskId> holderOf(Sandbox row) {
    return Optional.ofNullable(row.lease()).map(Lease::holder);
  }

  private static SandboxView.@Nullable User user(Sandbox row, @Nullable Task holder, Instant now) {
    Lease lease = row.lease();
    if (lease == null || !LeaseRule.isHeld(holder, row.running(), now)) {
      return null;
    }
    return new SandboxView.User(
        lease.holder().toString(),
        holder == null ? "unknown" : holder.title(),
        holder == null ? "unknown" : holder.agent().name(),
        lease.since());
  }
}
