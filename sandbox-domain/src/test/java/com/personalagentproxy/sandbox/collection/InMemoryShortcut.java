package com.personalagentproxy.sandbox.collection;

import com.personalagentproxy.sandbox.activity.About;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.EntryId;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import com.personalagentproxy.sandbox.task.InMemoryTasks;
import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The short way over the stores in memory, for tests. */
public final class InMemoryShortcut implements Shortcut {

  private final SandboxStore store;
  private final InMemoryTasks tasks;

  public InMemoryShortcut(SandboxStore store, InMemoryTasks tasks) {
    this.store = store;
    this.tasks = tasks;
  }

  @Override
  public synchronized Optional<Kept> keep(Next next) {
    Optional<Task> task =
        next.task() == null
            ? tasks.ownOf(next.agent().id())
            : tasks
                .find(next.task())
                .filter(found -> found.agent().id().equals(next.agent().id()))
                .filter(found -> found.finishedAt() == null);
    return task.flatMap(asking -> theOnlyOne(next).flatMap(row -> keep(next, asking, row)));
  }

  private Optional<Sandbox> theOnlyOne(Next next) {
    List<Sandbox> meant =
        next.sandbox() instanceof SandboxReference.ByName by
            ? store.named(by.name(), next.seen())
            : store.find(((SandboxReference.ById) next.sandbox()).id()).stream().toList();
    return meant.size() == 1 && next.usable().contains(meant.get(0).connection())
        ? Optional.of(meant.get(0))
        : Optional.empty();
  }

  private Optional<Kept> keep(Next next, Task task, Sandbox row) {
    if (row.lease() == null || !mayKeep(task, row.lease().holder())) {
      return Optional.empty();
    }
    Admission admission =
        new Admission.Keep(
            row.id(),
            row.lease().holder(),
            new RunningCommand(next.command(), task.id(), next.deadline()),
            entry(next, task, row),
            next.now());
    if (store.admit(admission) instanceof SandboxStore.Admitted.In in) {
      tasks.active(task.id(), next.now());
      return Optional.of(new Kept(in.row(), task));
    }
    return Optional.empty();
  }

  private boolean mayKeep(Task task, TaskId holder) {
    return tasks.lineage(task.id()).stream().limit(Task.DEEPEST + 1L).anyMatch(holder::equals)
        && tasks.find(holder).filter(found -> found.finishedAt() == null).isPresent();
  }

  private static Entry entry(Next next, Task task, Sandbox row) {
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

  @Override
  public synchronized void end(
      SandboxId sandbox, CommandId command, TaskId task, Verdict.Ending ending, Instant now) {
    store.end(sandbox, command, ending, now);
    tasks.active(task, now);
  }
}
