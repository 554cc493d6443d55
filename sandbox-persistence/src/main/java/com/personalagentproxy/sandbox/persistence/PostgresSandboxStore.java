package com.personalagentproxy.sandbox.persistence;

import static com.personalagentproxy.sandbox.persistence.Columns.keepable;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.collection.Admission;
import com.personalagentproxy.sandbox.collection.Guard;
import com.personalagentproxy.sandbox.collection.Idleness;
import com.personalagentproxy.sandbox.collection.PageRequest;
import com.personalagentproxy.sandbox.collection.PersonsCommand;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxName;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineState;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.result.ResultBearing;
import org.jdbi.v3.core.statement.Query;

/**
 * The sandboxes in PostgreSQL. At READ COMMITTED a write that had to wait for another looks at its
 * guard again, on the row as the other left it; and all that guards name is in the row. So of any
 * number of writers that leave the same, exactly one wins.
 */
public final class PostgresSandboxStore implements SandboxStore {

  private final Statements statements;
  private final GuardedWrites writes;
  private final CommandWrites commands;

  /**
   * With a {@link Database#jdbi}, or another that was {@link Database#prepared prepared} and whose
   * database has the tables.
   */
  public PostgresSandboxStore(Jdbi jdbi) {
    this.statements = new Statements(jdbi);
    this.writes = new GuardedWrites(statements);
    this.commands = new CommandWrites(jdbi);
  }

  @Override
  public Added add(Sandbox sandbox) {
    while (true) {
      Optional<Added> added = statements.withHandle(handle -> tryToAdd(sandbox, handle));
      if (added.isPresent()) {
        return added.get();
      }
      // What stood in the way went away between the two statements: try again.
    }
  }

  private static Optional<Added> tryToAdd(Sandbox sandbox, Handle handle) {
    if (NewSandbox.insert(sandbox, handle)) {
      return Optional.of(new Added.New(sandbox));
    }
    Optional<Sandbox> inTheWay =
        handle
            .createQuery(
                """
                SELECT %s FROM sandboxes
                WHERE (connection_id = :connection AND (creation_key = :creationKey OR name_key = :nameKey))
                   OR id = :id
                ORDER BY creation_key = :creationKey DESC NULLS LAST, name_key = :nameKey DESC
                LIMIT 1
                """
                    .formatted(SandboxRow.COLUMNS))
            .bind("connection", sandbox.connection().value())
            .bind("creationKey", sandbox.creationKey())
            .bind("nameKey", sandbox.name().key())
            .bind("id", sandbox.id().value())
            .mapTo(SandboxRow.class)
            .findOne()
            .map(SandboxRow::sandbox);
    return inTheWay.map(row -> inTheWay(row, sandbox));
  }

  private static Added inTheWay(Sandbox row, Sandbox asked) {
    if (row.connection().equals(asked.connection())) {
      if (asked.creationKey() != null && keepable(asked.creationKey()).equals(row.creationKey())) {
        return new Added.MadeBefore(row);
      }
      if (row.name().key().equals(asked.name().key())) {
        return new Added.NameTaken(row);
      }
    }
    throw new IllegalStateException("There is a sandbox with the id " + asked.id() + ".");
  }

  @Override
  public Optional<Sandbox> find(SandboxId sandbox) {
    return statements.withHandle(
        handle -> one(select("WHERE id = :id", handle).bind("id", sandbox.value())));
  }

  @Override
  public List<Sandbox> named(SandboxName name, Collection<ConnectionId> connections) {
    return statements.withHandle(
        handle ->
            all(
                select("WHERE connection_id = ANY (:connections) AND name_key = :nameKey", handle)
                    .bindArray("connections", UUID.class, values(connections))
                    .bind("nameKey", name.key())));
  }

  @Override
  public List<Sandbox> page(PageRequest request) {
    return request.connections().isEmpty()
        ? List.of()
        : statements.withHandle(handle -> all(ListedPage.of(request).query(handle)));
  }

  @Override
  public Optional<Sandbox> claim(
      SandboxId sandbox, Guard leaves, MachineState.OnTheWay to, String reason) {
    return writes.claim(sandbox, leaves, to, reason);
  }

  @Override
  public List<Sandbox> claimIdle(
      Idleness idle, MachineState.OnTheWay to, String reason, int limit) {
    return writes.claimIdle(idle, to, reason, limit);
  }

  @Override
  public Optional<Sandbox> settle(
      SandboxId sandbox, Guard leaves, MachineState.Settled to, String reason) {
    return writes.settle(sandbox, leaves, to, reason);
  }

  @Override
  public boolean remove(SandboxId sandbox, Generation generation) {
    return writes.remove(sandbox, generation);
  }

  @Override
  public Admitted admit(Admission admission) {
    return commands.admit(admission);
  }

  @Override
  public Optional<Sandbox> countIn(PersonsCommand command) {
    return commands.countIn(command);
  }

  @Override
  public boolean end(SandboxId sandbox, CommandId command, Verdict.Ending ending, Instant now) {
    return commands.end(sandbox, command, ending, now);
  }

  @Override
  public List<Entry> abandoned(Instant now, int limit) {
    return commands.abandoned(now, limit);
  }

  @Override
  public List<Sandbox> known(Collection<SandboxId> sandboxes) {
    List<UUID> ids = sandboxes.stream().map(SandboxId::value).distinct().toList();
    return statements.withHandle(
        handle -> all(select("WHERE id = ANY (:ids)", handle).bindArray("ids", UUID.class, ids)));
  }

  /**
   * Each connection's first, then each one's second, and so on. Only what is due is ranked, which
   * an index tells; whole rows are read only of those that are given, each by its id.
   */
  @Override
  public List<Sandbox> overdue(Instant now, int limit) {
    return statements.withHandle(
        handle ->
            all(
                handle
                    .createQuery(
                        """
                        SELECT %s
                        FROM (
                          SELECT id, deadline,
                            row_number() OVER (PARTITION BY connection_id ORDER BY deadline, id) AS turn
                          FROM sandboxes WHERE deadline <= :now
                          ORDER BY turn, deadline, id
                          LIMIT :limit) AS due,
                        LATERAL (SELECT * FROM sandboxes WHERE id = due.id LIMIT 1) AS sandboxes
                        ORDER BY due.turn, due.deadline, due.id
                        """
                            .formatted(SandboxRow.COLUMNS))
                    // How many are due is told by the time that is bound.
                    .addCustomizer(new PlannedForItsValues())
                    .bind("now", now)
                    .bind("limit", limit)));
  }

  private static Query select(String which, Handle handle) {
    return handle.createQuery("SELECT " + SandboxRow.COLUMNS + " FROM sandboxes " + which);
  }

  private static Optional<Sandbox> one(ResultBearing rows) {
    return rows.mapTo(SandboxRow.class).findOne().map(SandboxRow::sandbox);
  }

  private static List<Sandbox> all(ResultBearing rows) {
    return rows.mapTo(SandboxRow.class).stream().map(SandboxRow::sandbox).toList();
  }

  private static List<UUID> values(Collection<ConnectionId> connections) {
    return connections.stream().map(ConnectionId::value).distinct().toList();
  }
}
