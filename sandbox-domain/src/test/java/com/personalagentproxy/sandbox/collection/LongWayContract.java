package com.personalagentproxy.sandbox.collection;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.activity.EntryId;
import com.personalagentproxy.sandbox.command.ExecKey;
import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.task.TaskId;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Where the short way isn't open: nothing is changed then, and the long way decides. */
public interface LongWayContract extends ShortcutUnderContract {

  @Test
  default void whatAnotherTaskHasGoesTheLongWay() {
    Agent agent = someAgent();
    Task root = started(agent, null);
    Task sub = started(agent, root);
    Task other = started(agent, null);
    Sandbox subs = held("sub's", HERE, sub);
    Sandbox free = added(SomeSandbox.awake(HERE, "free", NOON));

    assertNothingIsKept(agent, "sub's", root.id(), subs);
    assertNothingIsKept(agent, "sub's", other.id(), subs);
    assertNothingIsKept(agent, "free", root.id(), free);
    assertThat(task(root).lastActive()).isEqualTo(NOON);
    assertThat(task(other).lastActive()).isEqualTo(NOON);
  }

  @Test
  default void aTaskThatIsFinishedOrUnknownOrAnothersGoesTheLongWay() {
    Agent agent = someAgent();
    Task finished = started(agent, null);
    Sandbox build = held("build", HERE, finished);
    Agent stranger = someAgent();

    assertNothingIsKept(stranger, "build", finished.id(), build);
    assertNothingIsKept(agent, "build", new TaskId(UUID.randomUUID()), build);
    tasks().finish(finished.id(), NOON);
    assertNothingIsKept(agent, "build", finished.id(), build);
  }

  @Test
  default void whatAFinishedTaskAboveHadGoesTheLongWay() {
    Agent agent = someAgent();
    Task root = started(agent, null);
    Task sub = started(agent, root);
    Sandbox build = held("build", HERE, root);
    tasks().finish(root.id(), NOON);

    assertNothingIsKept(agent, "build", sub.id(), build);
  }

  @Test
  default void whatTheAgentMayNotUseOrSeeGoesTheLongWay() {
    Agent agent = someAgent();
    Task task = started(agent, null);
    Sandbox build = held("build", THERE, task);

    assertNothingIsKept(
        next(agent, build.id().toString(), task.id(), List.of(HERE, THERE), List.of(HERE)), build);
    assertNothingIsKept(next(agent, "build", task.id(), List.of(HERE), List.of(HERE)), build);
    assertNothingIsKept(next(agent, "build", task.id(), List.of(), List.of()), build);
  }

  @Test
  default void aNameThatTwoSeenConnectionsHaveGoesTheLongWay() {
    Agent agent = someAgent();
    Task task = started(agent, null);
    Sandbox here = held("build", HERE, task);
    Sandbox there = held("BUILD", THERE, task);

    assertNothingIsKept(next(agent, "build", task.id(), List.of(HERE, THERE), List.of(HERE)), here);
    assertThat(row(there)).isEqualTo(there);
    assertThat(shortcut().keep(next(agent, "build", task.id(), List.of(HERE), List.of(HERE))))
        .isPresent();
  }

  @Test
  default void anExecIdThatWasUsedGoesTheLongWay() {
    Agent agent = someAgent();
    Task task = started(agent, null);
    held("build", HERE, task);
    ExecKey key = new ExecKey("nightly", "f00d");
    assertThat(shortcut().keep(next(agent, "build", task.id(), key))).isPresent();
    Sandbox after = store().named(new SandboxName("build"), List.of(HERE)).get(0);

    assertNothingIsKept(next(agent, "build", task.id(), key), after);
    assertThat(shortcut().keep(next(agent, "build", task.id(), new ExecKey("daily", "f00d"))))
        .isPresent();
  }

  private void assertNothingIsKept(
      Agent agent, String sandbox, @Nullable TaskId task, Sandbox row) {
    assertNothingIsKept(next(agent, sandbox, task, null), row);
  }

  private void assertNothingIsKept(Shortcut.Next next, Sandbox row) {
    assertThat(shortcut().keep(next)).isEmpty();
    assertThat(row(row)).isEqualTo(row);
    assertThat(activity().find(EntryId.of(next.command()))).isEmpty();
  }
}
