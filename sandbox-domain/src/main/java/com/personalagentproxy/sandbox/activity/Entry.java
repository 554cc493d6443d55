package com.personalagentproxy.sandbox.activity;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.command.ExecKey;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.Output;
import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One call of an agent, with everything as it was called then (H1, H2).
 *
 * @param at when the call came
 * @param agent who called
 * @param task for which task; absent when the call was refused before that was known
 * @param command what was to be run; absent unless the deed is {@link Deed#EXEC}
 */
public record Entry(
    EntryId id,
    Instant at,
    Agent agent,
    @Nullable ForTask task,
    Deed deed,
    About about,
    @Nullable AskedCommand command,
    Verdict verdict) {

  /** A task and its title then. */
  public record ForTask(TaskId id, String title) {
    public static ForTask of(Task task) {
      return new ForTask(task.id(), task.title());
    }
  }

  /** Whether it was about the sandbox of that id. */
  public boolean isAbout(UUID sandbox) {
    return about instanceof About.OfSandbox of && of.id().equals(sandbox);
  }

  /**
   * Whether it is the agent's command in that sandbox with that {@code exec_id}, and may have run
   * (X11).
   */
  public boolean isCommandOf(AgentId caller, UUID sandbox, ExecKey key) {
    return agent.id().equals(caller)
        && isAbout(sandbox)
        && command != null
        && command.key() != null
        && command.key().execId().equals(key.execId())
        && (verdict instanceof Verdict.Running || verdict instanceof Verdict.Ended);
  }

  /** The command that was admitted before with the same {@code exec_id}, if there is one (X11). */
  public Optional<Entry> repeats(Activity history) {
    return command == null || command.key() == null || !(about instanceof About.OfSandbox of)
        ? Optional.empty()
        : history.commandOf(agent.id(), of.id(), command.key());
  }

  /** The same call with what became of it. */
  public Entry with(Verdict other) {
    return new Entry(id, at, agent, task, deed, about, command, other);
  }

  /**
   * What is known now of a running command whose server was killed: nothing. It ran until now, or
   * until its deadline if that has passed.
   *
   * @throws IllegalStateException if it isn't running
   */
  public Verdict.Ended abandoned(Instant now) {
    if (verdict instanceof Verdict.Running running) {
      Instant until = running.deadline().isBefore(now) ? running.deadline() : now;
      return new Verdict.Ended(
          new Outcome.Lost("No answer came from where it ran."),
          at.isBefore(until) ? Duration.between(at, until) : Duration.ZERO,
          null,
          running.tookLease(),
          Output.NONE,
          Output.NONE);
    }
    throw new IllegalStateException("Entry " + id + " is not that of a running command.");
  }
}
