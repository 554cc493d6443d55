package com.personalagentproxy.sandbox.http.limit;

import com.personalagentproxy.sandbox.TurnedAway;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.Arrival;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.http.Agents;
import com.personalagentproxy.sandbox.http.People;
import com.personalagentproxy.sandbox.http.TooManyRequestsException;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.Optional;

/**
 * Counts the requests of agents and people as soon as it is known whose they are, before any work
 * is done for them. Safe for use by many threads.
 */
public final class CallerLimit {

  private final Buckets<AgentId> agents;
  private final Buckets<OrganizationId> organizations;
  private final Buckets<MemberId> members;
  private final RightTokens right = new RightTokens();
  private final TurnedAway turnedAway;

  /**
   * Nothing is counted yet.
   *
   * @param turnedAway where agents' requests are written down that are refused
   */
  public CallerLimit(Limits limits, TurnedAway turnedAway) {
    this(limits, turnedAway, TimeMeter.SYSTEM_NANOTIME);
  }

  CallerLimit(Limits limits, TurnedAway turnedAway, TimeMeter time) {
    this.turnedAway = turnedAway;
    agents = new Buckets<>(limits.agentRequests(), time);
    organizations = new Buckets<>(limits.organizationRequests(), time);
    members = new Buckets<>(limits.personRequests(), time);
  }

  /**
   * The same agents, each look-up of which counts as a request.
   *
   * @param door the first part of the paths at which they are looked up, such as {@code /mcp}
   */
  public Agents of(Agents found, String door) {
    return token -> {
      Optional<Arrival> arrival = found.byToken(token);
      if (arrival.isPresent()) {
        right.add(door, token);
        count(arrival.get().agent());
      }
      return arrival;
    };
  }

  /**
   * The same people, each look-up of whom counts as a request.
   *
   * @param door likewise for their personal tokens
   */
  public People of(People found, String door) {
    return new People() {
      @Override
      public Optional<Person> byToken(String personalToken) {
        Optional<Person> person = found.byToken(personalToken);
        if (person.isPresent()) {
          right.add(door, personalToken);
        }
        return counted(person);
      }

      @Override
      public Optional<Person> bySession(String session) {
        return counted(found.bySession(session));
      }
    };
  }

  /** Whether a token was somebody's at that door lately; whether it still is, isn't said. */
  boolean wasRight(String door, String token) {
    return right.has(door, token);
  }

  private void count(Agent agent) {
    refuse(agent, "This agent", agents.take(agent.id()));
    refuse(agent, "This agent's organization", organizations.take(agent.organization()));
  }

  /** What it was for isn't known yet; that there was one is written down (H1). */
  private void refuse(Agent agent, String who, Optional<Duration> wait) {
    if (wait.isPresent()) {
      TooManyRequestsException refusal = new TooManyRequestsException(who, wait.get());
      turnedAway.write(agent, Deed.REQUEST, null, null, new Refusal.TooMany(refusal.sentence()));
      throw refusal;
    }
  }

  private Optional<Person> counted(Optional<Person> found) {
    Optional<Duration> wait = found.flatMap(person -> members.take(person.member()));
    if (wait.isPresent()) {
      throw new TooManyRequestsException("Your account", wait.get());
    }
    return found;
  }
}
