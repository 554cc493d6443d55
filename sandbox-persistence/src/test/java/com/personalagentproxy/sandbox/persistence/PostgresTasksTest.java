package com.personalagentproxy.sandbox.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.task.TaskTitle;
import com.personalagentproxy.sandbox.task.Tasks;
import com.personalagentproxy.sandbox.task.TasksContract;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresTasksTest implements TasksContract {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private final SomePeople people = new SomePeople(DATABASE.jdbi());

  @Override
  public Tasks tasks() {
    return new PostgresTasks(DATABASE.jdbi());
  }

  @Override
  public Agent someAgent() {
    return people.agent();
  }

  @Test
  void oneThatWasMadeItsOwnAncestorHasALineageWithAnEnd() {
    Task root = tasks().start(someAgent(), TaskTitle.of("work").orElseThrow(), null, NOON);
    Task sub = tasks().start(someAgent(), TaskTitle.of("part").orElseThrow(), root.id(), NOON);
    people.execute(
        "UPDATE tasks SET parent_id = ? WHERE id = ?", sub.id().value(), root.id().value());

    tasks().active(sub.id(), NOON.plusSeconds(5));

    assertThat(tasks().lineage(sub.id())).containsExactly(sub.id(), root.id());
    assertThat(tasks().lineage(root.id())).containsExactly(root.id(), sub.id());
    assertThat(tasks().findAll(List.of(root.id(), sub.id())).values())
        .extracting(Task::lastActive)
        .containsOnly(NOON.plusSeconds(5));
  }

  @Test
  void theHoldersAgentIsNamedAsItIsNow() {
    Agent agent = someAgent();
    Task task = tasks().start(agent, TaskTitle.of("work").orElseThrow(), null, NOON);

    people.execute("UPDATE agents SET name = 'renamed' WHERE id = ?", agent.id().value());

    assertThat(tasks().find(task.id()).orElseThrow().agent().name()).isEqualTo("renamed");
  }

  /** A new version may add one while this one goes on, also in a transaction that goes on. */
  @Test
  void aColumnThatALaterVersionAddsChangesNothing() {
    Task task = tasks().start(someAgent(), TaskTitle.of("work").orElseThrow(), null, NOON);
    Jdbi jdbi = DATABASE.jdbi();
    int moreThanTheDriverWaitsForUntilItPrepares = 10;
    for (int time = 0; time < moreThanTheDriverWaitsForUntilItPrepares; time++) {
      jdbi.useTransaction(handle -> assertThat(tasks().find(task.id())).contains(task));
    }

    Jdbi another = DATABASE.aside();
    another.useHandle(handle -> handle.execute("ALTER TABLE tasks ADD COLUMN later int"));

    jdbi.useTransaction(handle -> assertThat(tasks().find(task.id())).contains(task));
    another.useHandle(handle -> handle.execute("ALTER TABLE tasks DROP COLUMN later"));
  }
}
