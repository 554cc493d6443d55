package com.personalagentproxy.sandbox.http.limit;

import com.personalagentproxy.sandbox.TurnedAway;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.answer.Refusal;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * How many commands run at once for an agent and for all agents of an organization. What runs is
 * counted from before any work is done until it is answered. Safe for use by many threads.
 */
public final class CommandLimit {

  /** A command's place among those that run at once. */
  public interface Place {

    /** Gives it free; once is enough, and more often does no harm. */
    void close();
  }

  private final int ofAgent;
  private final int ofOrganization;
  private final TurnedAway turnedAway;

  /** How many run; those of whom none does aren't in it. */
  private final Map<Object, Integer> running = new ConcurrentHashMap<>();

  /**
   * None runs yet.
   *
   * @param turnedAway where those are written down for which there is no place
   */
  public CommandLimit(Limits limits, TurnedAway turnedAway) {
    this.ofAgent = limits.agentCommands();
    this.ofOrganization = limits.organizationCommands();
    this.turnedAway = turnedAway;
  }

  /** A place for a command of the agent's; empty if as many as may run at once do. */
  public Optional<Place> enter(Agent agent) {
    if (!enter(agent.id(), ofAgent)) {
      return Optional.empty();
    }
    if (!enter(agent.organization(), ofOrganization)) {
      leave(agent.id());
      return Optional.empty();
    }
    AtomicBoolean isFree = new AtomicBoolean();
    return Optional.of(
        () -> {
          if (isFree.compareAndSet(false, true)) {
            leave(agent.organization());
            leave(agent.id());
          }
        });
  }

  private boolean enter(Object who, int most) {
    AtomicBoolean isIn = new AtomicBoolean();
    running.compute(
        who,
        (key, before) -> {
          int now = before == null ? 0 : before;
          isIn.set(now < most);
          return now < most ? Integer.valueOf(now + 1) : before;
        });
    return isIn.get();
  }

  private void leave(Object who) {
    running.computeIfPresent(who, (key, now) -> now == 1 ? null : Integer.valueOf(now - 1));
  }

  /**
   * Refuses a command for which there is no place. It is written down before that (H1); a flood of
   * them as {@link TurnedAway} has it.
   *
   * @param sandbox as the caller named it
   */
  public Refusal.TooMany refuse(Agent agent, @Nullable String sandbox, @Nullable String command) {
    Refusal.TooMany why =
        new Refusal.TooMany(
            "Too many commands run at once: %s of one agent's and %s of one organization's may. This one was not run. Wait until one of them has ended, then try again."
                .formatted(ofAgent, ofOrganization));
    turnedAway.write(agent, Deed.EXEC, sandbox, command, why);
    return why;
  }

  int size() {
    return running.size();
  }
}
