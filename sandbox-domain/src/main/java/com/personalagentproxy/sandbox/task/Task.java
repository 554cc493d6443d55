package com.personalagentproxy.sandbox.task;

import com.personalagentproxy.sandbox.access.Agent;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A piece of an agent's work.
 *
 * @param agent whose it is
 * @param parent the task this one is a sub-task of
 * @param lastActive when it, or any of its sub-tasks, last had activity (L8)
 * @param finishedAt when the agent said that it is finished; final
 */
public record Task(
    TaskId id,
    Agent agent,
    String title,
    @Nullable TaskId parent,
    Instant startedAt,
    Instant lastActive,
    @Nullable Instant finishedAt) {

  /** How long without activity until a task counts as left open: exactly this long is left open. */
  public static final Duration LEFT_OPEN_AFTER = Duration.ofMinutes(20);

  /** How many levels of sub-tasks there may be below a task without a parent (L4). */
  public static final int DEEPEST = 100;

  /** What a task is at a moment. */
  public enum State {
    /** Worked on. Holds what it took. */
    UNDER_WAY,
    /** The agent said so; final. */
    FINISHED,
    /** No activity for twenty minutes; under way again as soon as it has some. */
    LEFT_OPEN
  }

  /** As it is once it had activity: never earlier than before, and not at all once finished. */
  public Task activeAt(Instant now) {
    return finishedAt != null || !now.isAfter(lastActive)
        ? this
        : new Task(id, agent, title, parent, startedAt, now, null);
  }

  /** As it is once its agent finished it; it is so for good, so a second time changes nothing. */
  public Task finished(Instant now) {
    return finishedAt != null
        ? this
        : new Task(id, agent, title, parent, startedAt, lastActive, now);
  }

  /** The twenty-minute rule (L8). */
  public State state(Instant now) {
    if (finishedAt != null) {
      return State.FINISHED;
    }
    return Duration.between(lastActive, now).compareTo(LEFT_OPEN_AFTER) < 0
        ? State.UNDER_WAY
        : State.LEFT_OPEN;
  }
}
