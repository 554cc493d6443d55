package com.personalagentproxy.sandbox.collection;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.activity.AskedCommand;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.task.TaskId;
import com.personalagentproxy.sandbox.task.Tasks;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Port: the short way for what is asked most, the next command of the task that has the sandbox
 * (L2). Where sandboxes, tasks and history are kept in one place it takes one write; {@link #none}
 * always goes the long way, by the other ports. Implementations are safe for use by many threads.
 */
public interface Shortcut {

  /**
   * A command of a task that may have the sandbox already.
   *
   * @param seen the connections in which a name is looked for
   * @param usable those of them on which the agent may use sandboxes
   * @param task the task's id as the call gave it; the agent's own task if absent
   * @param deadline until when it counts, should nobody count it out
   * @param calledAt when the call came
   */
  record Next(
      Agent agent,
      List<ConnectionId> seen,
      List<ConnectionId> usable,
      SandboxReference sandbox,
      @Nullable TaskId task,
      CommandId command,
      Instant deadline,
      AskedCommand asked,
      Instant calledAt,
      Instant now) {

    public Next {
      seen = List.copyOf(seen);
      usable = List.copyOf(usable);
    }
  }

  /**
   * A command that was counted in.
   *
   * @param sandbox the row after it
   */
  record Kept(Sandbox sandbox, Task task) {}

  /**
   * Admits the command if the long way would certainly admit it as {@link Admission.Keep}: the task
   * is the agent's and not finished; the reference means just one of the sandboxes that the agent
   * sees, and that one is usable, not being deleted and not lost; its holder is the task or one
   * above it, and not finished; and the agent has no other command with its {@code exec_id} there.
   * In the same write the task and those above it have activity (L8), and the command is written
   * down as running, without having taken the lease (H1).
   *
   * @return empty if that isn't certain: then nothing was changed, and the long way says what is so
   */
  Optional<Kept> keep(Next next);

  /** {@link SandboxStore#end}, and the task and those above it have activity by it (L8). */
  void end(SandboxId sandbox, CommandId command, TaskId task, Verdict.Ending ending, Instant now);

  /** Goes the long way always. */
  static Shortcut none(SandboxStore store, Tasks tasks) {
    return new Shortcut() {
      @Override
      public Optional<Kept> keep(Next next) {
        return Optional.empty();
      }

      @Override
      public void end(
          SandboxId sandbox, CommandId command, TaskId task, Verdict.Ending ending, Instant now) {
        store.end(sandbox, command, ending, now);
        tasks.active(task, now);
      }
    };
  }
}
