package com.personalagentproxy.sandbox.persistence;

import static com.personalagentproxy.sandbox.persistence.Columns.micros;

import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.lease.Lease;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import com.personalagentproxy.sandbox.machine.MachineState;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** The one statement that adds a sandbox; it is long because the row is wide. */
final class NewSandbox {

  private NewSandbox() {}

  /** Whether it was added; if not, its id, its name or its creation key is another's. */
  static boolean insert(Sandbox sandbox, Handle handle) {
    Lease lease = sandbox.lease();
    return handle
            .createUpdate(
                """
                INSERT INTO sandboxes
                  (id, connection_id, name, name_key, made_at, made_by, creation_key,
                   state, state_since, deadline, generation, reason, last_used,
                   holder, held_since, admissions, running)
                VALUES
                  (:id, :connection, :name, :nameKey, :madeAt, :madeBy, :creationKey,
                   :state, :since, :deadline, :generation, :reason, :lastUsed,
                   :holder, :heldSince, :admissions,
                   (SELECT coalesce(
                      jsonb_agg(jsonb_build_object('id', c.id, 'task', c.task, 'deadline', c.deadline) ORDER BY c.place),
                      '[]')
                    FROM unnest(:commandIds, :commandTasks, :commandDeadlines)
                         WITH ORDINALITY AS c(id, task, deadline, place)))
                ON CONFLICT DO NOTHING
                """)
            .bind("id", sandbox.id().value())
            .bind("connection", sandbox.connection().value())
            .bind("name", sandbox.name().text())
            .bind("nameKey", sandbox.name().key())
            .bind("madeAt", sandbox.madeAt())
            .bind("madeBy", sandbox.madeBy())
            .bind("creationKey", sandbox.creationKey())
            .bind("state", sandbox.state().name().word())
            .bind("since", sandbox.state().since())
            .bind(
                "deadline",
                sandbox.state() instanceof MachineState.OnTheWay moving ? moving.deadline() : null)
            .bind("generation", sandbox.generation().number())
            .bind("reason", sandbox.reason())
            .bind("lastUsed", sandbox.lastUsed())
            .bind("holder", lease == null ? null : lease.holder().value())
            .bind("heldSince", lease == null ? null : lease.since())
            .bind("admissions", sandbox.admissions())
            .bindArray(
                "commandIds",
                UUID.class,
                sandbox.running().stream().map(command -> command.id().value()).toList())
            .bindArray(
                "commandTasks",
                UUID.class,
                sandbox.running().stream().map(NewSandbox::task).toList())
            .bindArray(
                "commandDeadlines",
                Long.class,
                sandbox.running().stream().map(command -> micros(command.deadline())).toList())
            .execute()
        == 1;
  }

  private static UUID task(RunningCommand command) {
    return command.task() == null ? RunningColumn.NO_TASK : command.task().value();
  }
}
