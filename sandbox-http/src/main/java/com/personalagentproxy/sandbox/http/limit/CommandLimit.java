package com.personalagentproxy.sandbox.http.limit;

import com.personalagentproxy.sandbox.TurnedAway;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.http.HttpSettings;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.util.VirtualThreads;
import org.jspecify.annotations.Nullable;

/**
 * How many commands run at once for an agent, for all agents of an organization, and on a server
 * whose threads are few for all agents. What runs is counted from before any work is done until it
 * is answered. Safe for use by many threads.
 */
public final class CommandLimit {

  /** A command's place among those that run at once. */
  public interface Place {

    /** Gives it free; once is enough, and more often does no harm. */
    void close();
  }

  /**
   * Of {@link HttpSettings#threads} on a Java without virtual ones: a command takes one for as long
   * as it runs, and the rest is for who looks and for who is told that there are too many.
   */
  private static final int MOST_OF_THREADS = 300;

  /** As whose those of all agents are counted. */
  private static final Object SERVER = new Object();

  private final int ofAgent;
  private final int ofOrganization;
  private final int ofServer;
  private final TurnedAway turnedAway;

  /** How many run; those of whom none does aren't in it. */
  private final Map<Object, Integer> running = new ConcurrentHashMap<>();

  /**
   * None runs yet.
   *
   * @param turnedAway where those are written down for which there is no place
   */
  public CommandLimit(Limits limits, TurnedAway turnedAway) {
    this(limits, turnedAway, VirtualThreads.areSupported() ? Integer.MAX_VALUE : MOST_OF_THREADS);
  }

  /**
   * Likewise.
   *
   * @param ofServer how many of all agents and people together
   */
  public CommandLimit(Limits limits, TurnedAway turnedAway, int ofServer) {
    this.ofAgent = Math.min(limits.agentCommands(), ofServer);
    this.ofOrganization = Math.min(limits.organizationCommands(), ofServer);
    this.turnedAway = turnedAway;
    this.ofServer = ofServer;
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
    Optional<Place> amongAll = enter();
    if (amongAll.isEmpty()) {
      leave(agent.organization());
      leave(agent.id());
      return Optional.empty();
    }
    return Optional.of(
        once(
            () -> {
              amongAll.get().close();
              leave(agent.organization());
              leave(agent.id());
            }));
  }

  /** A place for a person's command, which is only counted where a server's threads are few. */
  public Optional<Place> enter() {
    return enter(SERVER, ofServer) ? Optional.of(once(() -> leave(SERVER))) : Optional.empty();
  }

  private static Place once(Runnable leave) {
    AtomicBoolean isFree = new AtomicBoolean();
    return () -> {
      if (isFree.compareAndSet(false, true)) {
        leave.run();
      }
    };
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
    Refusal.TooMany why = refusal();
    turnedAway.write(agent, Deed.EXEC, sandbox, command, why);
    return why;
  }

  /** What whoever calls is told when there is no place. */
  public Refusal.TooMany refusal() {
    return new Refusal.TooMany(
        "Too many commands run at once: %s of one agent's and %s of one organization's may%s. This one was not run. Wait until one of them has ended, then try again."
            .formatted(
                ofAgent,
                ofOrganization,
                ofServer == Integer.MAX_VALUE
                    ? ""
                    : ", and %s of all together on this server".formatted(ofServer)));
  }

  /** How many there are for whom any runs. */
  public int size() {
    return running.size();
  }
}
