package com.personalagentproxy.sandbox.collection;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.activity.About;
import com.personalagentproxy.sandbox.activity.Activity;
import com.personalagentproxy.sandbox.activity.AskedCommand;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.EntryId;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.command.ExecKey;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.task.TaskId;
import com.personalagentproxy.sandbox.task.TaskTitle;
import com.personalagentproxy.sandbox.task.Tasks;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the parts of the shortcut's contract have in common. */
public interface ShortcutUnderContract extends StoreUnderContract {

  Instant LATER = NOON.plusSeconds(90);
  Instant DUE = LATER.plusSeconds(150);
  Verdict.Refused ENDED = new Verdict.Refused(Refusal.Kind.UNREACHABLE, "It could not be woken.");
  AskedCommand MAKE = new AskedCommand("make “all” \\0 ✨", null);

  Shortcut shortcut();

  /** The tasks that it shares. */
  Tasks tasks();

  /** The history that it shares. */
  Activity activity();

  /** Another agent with each call, one that the adapter knows. */
  Agent someAgent();

  default Optional<Shortcut.Kept> keep(Agent agent, String sandbox, @Nullable TaskId task) {
    return shortcut().keep(next(agent, sandbox, task, null));
  }

  default Task started(Agent agent, @Nullable Task parent) {
    return tasks()
        .start(agent, title("Fix the “flaky” test"), parent == null ? null : parent.id(), NOON);
  }

  default Task task(Task task) {
    return tasks().find(task.id()).orElseThrow();
  }

  default TaskTitle title(String text) {
    return new TaskTitle(text);
  }

  default Sandbox held(String name, ConnectionId connection, Task holder) {
    return heldIn(StateName.AWAKE, name, connection, holder);
  }

  default Sandbox heldIn(StateName state, String name, ConnectionId connection, Task holder) {
    return added(SomeSandbox.heldBy(holder.id(), SomeSandbox.in(state, connection, name, NOON)));
  }

  default Shortcut.Next next(
      Agent agent, String sandbox, @Nullable TaskId task, @Nullable ExecKey key) {
    return next(agent, sandbox, task, key, List.of(HERE), List.of(HERE), LATER);
  }

  default Shortcut.Next next(
      Agent agent, String sandbox, TaskId task, @Nullable ExecKey key, Instant now) {
    return next(agent, sandbox, task, key, List.of(HERE), List.of(HERE), now);
  }

  default Shortcut.Next next(
      Agent agent,
      String sandbox,
      TaskId task,
      List<ConnectionId> seen,
      List<ConnectionId> usable) {
    return next(agent, sandbox, task, null, seen, usable, LATER);
  }

  default Shortcut.Next next(
      Agent agent,
      String sandbox,
      @Nullable TaskId task,
      @Nullable ExecKey key,
      List<ConnectionId> seen,
      List<ConnectionId> usable,
      Instant now) {
    return new Shortcut.Next(
        agent,
        seen,
        usable,
        SandboxReference.of(sandbox).orElseThrow(),
        task,
        new CommandId(UUID.randomUUID()),
        now.plusSeconds(150),
        new AskedCommand(MAKE.line(), key),
        now.minusMillis(3),
        now);
  }

  default RunningCommand running(Shortcut.Next next, Task task) {
    return new RunningCommand(next.command(), task.id(), next.deadline());
  }

  default Entry entry(Shortcut.Next next, Task task, Sandbox row) {
    return new Entry(
        EntryId.of(next.command()),
        next.calledAt(),
        next.agent(),
        Entry.ForTask.of(task),
        Deed.EXEC,
        new About.OfSandbox(row.id().value(), row.name().text(), row.connection()),
        next.asked(),
        new Verdict.Running(next.deadline(), false));
  }
}
