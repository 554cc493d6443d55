package com.personalagentproxy.sandbox.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.collection.PersonsCommand;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** While servers are replaced, one of the version before reads what this one writes. */
class VersionBeforeTest {

  private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

  /** As the version that knew no people's commands read each command, word for word. */
  private static final String COMMANDS =
      """
      SELECT concat_ws(' ', command.id, command.task, command.deadline)
      FROM sandboxes, jsonb_to_recordset(sandboxes.running) AS command(id uuid, task uuid, deadline bigint)
      WHERE sandboxes.id = :id
      """;

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private final SandboxStore store = new PostgresSandboxStore(DATABASE.jdbi());

  @Test
  void itReadsARowInWhichAPersonsCommandRuns() {
    Sandbox row = added(SomeSandbox.awake(SomeSandbox.someConnection(), "build", NOON));
    CommandId command = new CommandId(UUID.randomUUID());
    assertThat(store.countIn(new PersonsCommand(row.id(), command, NOON.plusSeconds(9), NOON)))
        .isPresent();

    assertThat(read(row)).isEqualTo(command.value() + " until " + NOON.plusSeconds(9));
  }

  @Test
  void itReadsARowThatWasAddedWithOne() {
    CommandId command = new CommandId(UUID.randomUUID());
    Sandbox row =
        added(
            SomeSandbox.awake(SomeSandbox.someConnection(), "build", NOON)
                .with(null, 0, List.of(new RunningCommand(command, null, NOON.plusSeconds(9)))));

    assertThat(read(row)).isEqualTo(command.value() + " until " + NOON.plusSeconds(9));
  }

  /** And what a server wrote that left the task out is a person's. */
  @Test
  void aCommandWithoutATaskIsAPersons() {
    UUID command = UUID.randomUUID();
    Sandbox row = added(SomeSandbox.awake(SomeSandbox.someConnection(), "build", NOON));
    DATABASE
        .jdbi()
        .useHandle(
            handle ->
                handle
                    .createUpdate(
                        "UPDATE sandboxes SET running = jsonb_build_array(jsonb_build_object('id',"
                            + " :command, 'deadline', :deadline)) WHERE id = :id")
                    .bind("command", command)
                    .bind("deadline", Columns.micros(NOON.plusSeconds(9)))
                    .bind("id", row.id().value())
                    .execute());

    assertThat(store.find(row.id()).orElseThrow().running())
        .containsExactly(new RunningCommand(new CommandId(command), null, NOON.plusSeconds(9)));
  }

  private Sandbox added(Sandbox sandbox) {
    return ((SandboxStore.Added.New) store.add(sandbox)).sandbox();
  }

  private static String read(Sandbox row) {
    String[] words =
        DATABASE
            .jdbi()
            .withHandle(
                handle ->
                    handle
                        .createQuery(COMMANDS)
                        .bind("id", row.id().value())
                        .mapTo(String.class)
                        .one())
            .split(" ", -1);
    assertThat(UUID.fromString(words[1])).as("its task").isNotNull();
    return UUID.fromString(words[0]) + " until " + Columns.time(Long.parseLong(words[2]));
  }
}
