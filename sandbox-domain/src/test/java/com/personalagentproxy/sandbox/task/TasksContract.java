package com.personalagentproxy.sandbox.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.race.Race;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What every {@link Tasks} keeps, as tests. An adapter's test implements this. */
public interface TasksContract {

  /** A time with microseconds in it. */
  Instant NOON = Instant.parse("2026-01-02T12:00:00.678901Z");

  /** The tasks; each call may give another adapter to the same ones, as another server has it. */
  Tasks tasks();

  /** Another agent with each call, one that the adapter knows. */
  Agent someAgent();

  @Test
  default void aStartedTaskIsFoundAsItWasStarted() {
    Agent agent = someAgent();

    Task started = tasks().start(agent, title("Fix the “flaky” test ✨"), null, NOON);

    assertThat(started)
        .isEqualTo(new Task(started.id(), agent, "Fix the “flaky” test ✨", null, NOON, NOON, null));
    assertThat(tasks().find(started.id())).contains(started);
  }

  @Test
  default void aMembersTasksAreListedThoseStartedLastFirst() {
    Agent agent = someAgent();
    Task first = tasks().start(agent, title("first"), null, NOON);
    Task second = tasks().start(agent, title("second"), null, NOON.plusSeconds(1));
    Task third = tasks().start(agent, title("third"), null, NOON.plusSeconds(2));
    tasks().start(someAgent(), title("another's"), null, NOON.plusSeconds(3));
    tasks().active(first.id(), NOON.plus(Task.LEFT_OPEN_AFTER));
    tasks().finish(third.id(), NOON.plusSeconds(9));
    Instant now = NOON.plusSeconds(1).plus(Task.LEFT_OPEN_AFTER);

    assertThat(page(agent, null, now, null, 9))
        .containsExactly(third.id(), second.id(), first.id());
    assertThat(page(agent, null, now, null, 2)).containsExactly(third.id(), second.id());
    assertThat(page(agent, null, now, TaskRequest.Place.of(second), 9)).containsExactly(first.id());
    assertThat(page(agent, Task.State.UNDER_WAY, now, null, 9)).containsExactly(first.id());
    assertThat(page(agent, Task.State.LEFT_OPEN, now, null, 9)).containsExactly(second.id());
    assertThat(page(agent, Task.State.FINISHED, now, null, 9)).containsExactly(third.id());
    assertThat(page(someAgent(), null, now, null, 9)).isEmpty();
  }

  private List<TaskId> page(
      Agent agent,
      Task.@Nullable State state,
      Instant now,
      TaskRequest.@Nullable Place after,
      int limit) {
    return tasks().page(new TaskRequest(agent.member(), state, now, after, limit)).stream()
        .map(Task::id)
        .toList();
  }

  @Test
  default void thoseThatWereFinishedLatelyAreTold() {
    // Later than any other test's.
    Instant late = NOON.plus(Duration.ofDays(1000));
    Task early = started(null, NOON);
    Task exactly = started(null, NOON);
    Task open = started(null, NOON);
    tasks().finish(early.id(), late.minusNanos(1000));
    tasks().finish(exactly.id(), late);
    tasks().active(open.id(), late);

    Set<OrganizationId> here = Set.of(exactly.agent().organization());
    OrganizationId elsewhere = new OrganizationId(UUID.randomUUID());
    assertThat(tasks().finishedSince(late, here, 9)).containsExactly(exactly.id());
    assertThat(tasks().finishedSince(late.minusSeconds(1), here, 1)).hasSize(1);
    assertThat(tasks().finishedSince(late, Set.of(elsewhere), 9)).isEmpty();
    assertThat(tasks().finishedSince(late, Set.of(), 9)).isEmpty();
  }

  @Test
  default void aTaskThatNeverWasIsNotKnown() {
    TaskId never = new TaskId(UUID.randomUUID());

    assertThat(tasks().find(never)).isEmpty();
    assertThat(tasks().lineage(never)).isEmpty();
    assertThat(tasks().finish(never, NOON)).isFalse();
    tasks().active(never, NOON);
    assertThatThrownBy(() -> tasks().start(someAgent(), title("sub"), never, NOON))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(never.toString());
  }

  @Test
  default void aSubTaskKnowsItsParentAndMayBeAnotherAgents() {
    Task parent = started(null, NOON);

    Task sub = started(parent, NOON.plusSeconds(1));

    assertThat(sub.parent()).isEqualTo(parent.id());
    assertThat(row(sub)).isEqualTo(sub);
  }

  @Test
  default void theLineageGoesFromTheTaskUpToTheRoot() {
    Task root = started(null, NOON);
    Task middle = started(root, NOON);
    Task leaf = started(middle, NOON);
    started(root, NOON);

    assertThat(tasks().lineage(leaf.id())).containsExactly(leaf.id(), middle.id(), root.id());
    assertThat(tasks().lineage(root.id())).containsExactly(root.id());
  }

  @Test
  default void theDeepestLineageIsWholeAndHasActivityUpToItsRoot() {
    Agent agent = someAgent();
    List<TaskId> upwards = new ArrayList<>();
    Task root = tasks().start(agent, title("some work"), null, NOON);
    Task leaf = root;
    upwards.add(root.id());
    for (int depth = 1; depth <= Task.DEEPEST; depth++) {
      leaf = tasks().start(agent, title("a part"), leaf.id(), NOON.plusSeconds(depth));
      upwards.add(0, leaf.id());
    }
    assertThat(row(root).lastActive()).isEqualTo(NOON.plusSeconds(Task.DEEPEST));

    tasks().active(leaf.id(), NOON.plusSeconds(200));

    assertThat(tasks().lineage(leaf.id())).isEqualTo(upwards);
    assertThat(tasks().findAll(upwards).values())
        .hasSize(Task.DEEPEST + 1)
        .extracting(Task::lastActive)
        .containsOnly(NOON.plusSeconds(200));
  }

  @Test
  default void startingASubTaskIsActivityOfThoseAboveIt() {
    Task root = started(null, NOON);
    Task middle = started(root, NOON);

    started(middle, NOON.plusSeconds(5));

    assertThat(row(root).lastActive()).isEqualTo(NOON.plusSeconds(5));
    assertThat(row(middle).lastActive()).isEqualTo(NOON.plusSeconds(5));
  }

  @Test
  default void activityCountsForTheTaskAndThoseAboveItAndNoOthers() {
    Task root = started(null, NOON);
    Task active = started(root, NOON);
    Task below = started(active, NOON);
    Task beside = started(root, NOON);
    Instant later = NOON.plusSeconds(5).plusNanos(1_000);

    tasks().active(active.id(), later);

    assertThat(row(active).lastActive()).isEqualTo(later);
    assertThat(row(root).lastActive()).isEqualTo(later);
    assertThat(row(below).lastActive()).isEqualTo(NOON);
    assertThat(row(beside).lastActive()).isEqualTo(NOON);
  }

  @Test
  default void activityNeverMovesATimeBackwards() {
    Task root = started(null, NOON);
    Task sub = started(root, NOON.plusSeconds(9));

    tasks().active(sub.id(), NOON.plusSeconds(3));

    assertThat(row(sub).lastActive()).isEqualTo(NOON.plusSeconds(9));
    assertThat(row(root).lastActive()).isEqualTo(NOON.plusSeconds(9));
  }

  @Test
  default void finishedOnesStayAsTheyAreAndActivityGoesOnUpwards() {
    Task root = started(null, NOON);
    Task finished = started(root, NOON);
    assertThat(tasks().finish(finished.id(), NOON.plusSeconds(1))).isTrue();
    Task asFinished = row(finished);

    tasks().active(finished.id(), NOON.plusSeconds(5));

    assertThat(row(finished)).isEqualTo(asFinished);
    assertThat(row(root).lastActive()).isEqualTo(NOON.plusSeconds(5));
  }

  @Test
  default void aTaskIsFinishedOnceForGood() {
    Task task = started(null, NOON);

    assertThat(tasks().finish(task.id(), NOON.plusSeconds(1))).isTrue();
    assertThat(tasks().finish(task.id(), NOON.plusSeconds(2))).isFalse();

    assertThat(row(task).finishedAt()).isEqualTo(NOON.plusSeconds(1));
    assertThat(row(task).state(NOON.plusSeconds(1))).isEqualTo(Task.State.FINISHED);
  }

  @Test
  default void ofManyThatFinishATaskOneDoes() {
    Task task = started(null, NOON);

    assertThat(Race.of(8, runner -> tasks().finish(task.id(), NOON)))
        .filteredOn(finished -> finished)
        .hasSize(1);
  }

  @Test
  default void leftOpenIsExactlyTwentyMinutesAfterTheLastActivity() {
    Task task = started(null, NOON);
    Instant then = NOON.plus(Duration.ofMinutes(20));

    assertThat(row(task).state(then.minusNanos(1_000))).isEqualTo(Task.State.UNDER_WAY);
    assertThat(row(task).state(then)).isEqualTo(Task.State.LEFT_OPEN);
    tasks().active(task.id(), then);
    assertThat(row(task).state(then)).isEqualTo(Task.State.UNDER_WAY);
  }

  @Test
  default void anAgentsOwnTaskIsMadeOnceAndIsTheSameAfterwards() {
    Agent agent = someAgent();

    Task made = tasks().own(agent, title("Ada's client"), NOON);

    assertThat(made).isEqualTo(new Task(made.id(), agent, "Ada's client", null, NOON, NOON, null));
    assertThat(tasks().own(agent, title("another title"), NOON.plusSeconds(9))).isEqualTo(made);
  }

  @Test
  default void anAgentsOwnTaskIsAnotherThanThoseItStartsAndThanOtherAgents() {
    Agent agent = someAgent();
    Task started = tasks().start(agent, title("started"), null, NOON);

    Task own = tasks().own(agent, title("own"), NOON);

    assertThat(own.id()).isNotEqualTo(started.id());
    assertThat(tasks().own(someAgent(), title("own"), NOON).id()).isNotEqualTo(own.id());
  }

  @Test
  default void anAgentsOwnTaskIsMadeAnewOnceItIsFinished() {
    Agent agent = someAgent();
    Task first = tasks().own(agent, title("own"), NOON);
    assertThat(tasks().finish(first.id(), NOON)).isTrue();

    Task second = tasks().own(agent, title("own"), NOON.plusSeconds(1));

    assertThat(second.id()).isNotEqualTo(first.id());
    assertThat(tasks().own(agent, title("own"), NOON.plusSeconds(2))).isEqualTo(second);
  }

  @Test
  default void manyFirstCallsAtOnceMakeOneOwnTask() {
    Agent agent = someAgent();

    assertThat(Race.of(8, runner -> tasks().own(agent, title("own " + runner), NOON).id()))
        .containsOnly(tasks().own(agent, title("own"), NOON).id());
  }

  @Test
  default void activityOfManySubTasksAtOnceEndsAtTheLatest() {
    Task root = started(null, NOON);
    List<Task> subs = List.of(started(root, NOON), started(root, NOON), started(root, NOON));

    Race.of(
        9,
        runner -> {
          tasks().active(subs.get(runner % 3).id(), NOON.plusSeconds(runner));
          return true;
        });

    assertThat(row(root).lastActive()).isEqualTo(NOON.plusSeconds(8));
  }

  @Test
  default void manyAreFoundAtOnceAndUnknownOnesAreLeftOut() {
    Task one = started(null, NOON);
    Task other = started(one, NOON.plusSeconds(1));

    assertThat(
            tasks().findAll(List.of(one.id(), other.id(), one.id(), new TaskId(UUID.randomUUID()))))
        .isEqualTo(Map.of(one.id(), row(one), other.id(), other));
    assertThat(tasks().findAll(List.of())).isEmpty();
  }

  private Task started(@Nullable Task parent, Instant now) {
    return tasks().start(someAgent(), title("some work"), parent == null ? null : parent.id(), now);
  }

  private Task row(Task task) {
    return tasks().find(task.id()).orElseThrow();
  }

  private static TaskTitle title(String text) {
    return TaskTitle.of(text).orElseThrow();
  }
}
