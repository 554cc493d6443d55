package com.personalagentproxy.sandbox.access;

import com.personalagentproxy.sandbox.answer.Words;

/**
 * Whether an agent may do something on a connection: the one place that decides it (C3, C4, C5).
 */
public final class Access {

  private Access() {}

  /** The decision. */
  public sealed interface Decision {
    /** Why it is so. */
    Reason reason();

    /** The agent may. */
    record Allowed(Reason reason) implements Decision {}

    /**
     * The agent sees the connection, but the action is off; the sentence says who can turn it on.
     */
    record Denied(Reason reason, String sentence) implements Decision {}

    /** For this agent the connection isn't there, and it isn't told why (C5). */
    record NotThere(Reason reason) implements Decision {}
  }

  /** What a decision rests on, for people: an agent is told no more than the decision. */
  public enum Reason {
    /** The action was switched for this agent alone, which goes before the connection's (C4). */
    AGENTS_SETTING,
    /** The action was switched on the connection, for all agents. */
    CONNECTIONS_SETTING,
    /** Nobody has switched the action: it is as it starts (C3). */
    STARTING_VALUE,
    /**
     * The action counts only with {@code see}, and that is off (C3). Ask for {@code see} to learn
     * why.
     */
    SEE_IS_OFF,
    /** The connection is another member's or another organization's (C5). */
    NOT_REACHED
  }

  /** Decides from the settings as they are now; keeps nothing. */
  public static Decision decide(
      Agent agent, Connection connection, Action action, Settings settings) {
    if (!reaches(agent, connection)) {
      return new Decision.NotThere(Reason.NOT_REACHED);
    }
    if (action != Action.SEE && !settings.isOn(Action.SEE, connection.owner())) {
      return new Decision.NotThere(Reason.SEE_IS_OFF);
    }
    Reason reason = settings.reason(action);
    if (settings.isOn(action, connection.owner())) {
      return new Decision.Allowed(reason);
    }
    return action == Action.SEE
        ? new Decision.NotThere(reason)
        : new Decision.Denied(reason, denial(connection, action));
  }

  /** Whether the connection is one of the agent's, whatever is switched on it (C5). */
  public static boolean reaches(Agent agent, Connection connection) {
    return isFor(agent.member(), agent.organization(), connection.owner());
  }

  /** Whether a person sees the connection and steers the sandboxes in it. */
  public static boolean maySteer(Person person, Connection connection) {
    return isFor(person.member(), person.organization(), connection.owner());
  }

  /** Whether a person may change what agents may do on the connection (C5). */
  public static boolean maySet(Person person, Connection connection) {
    return maySteer(person, connection)
        && (connection.owner() instanceof Connection.Owner.OfMember
            || person.role() == Person.Role.OWNER);
  }

  private static boolean isFor(
      MemberId member, OrganizationId organization, Connection.Owner owner) {
    return owner.organization().equals(organization)
        && (!(owner instanceof Connection.Owner.OfMember own) || own.member().equals(member));
  }

  private static String denial(Connection connection, Action action) {
    String who =
        connection.owner() instanceof Connection.Owner.OfMember
            ? "the member it belongs to"
            : "an owner of the organization";
    String deed =
        switch (action) {
          case SEE -> "Seeing sandboxes";
          case USE -> "Using sandboxes";
          case DELETE -> "Deleting sandboxes";
        };
    return "%s is off for agents on the connection %s. Ask %s to turn “%s” on there, then try again."
        .formatted(deed, Words.quoted(connection.name()), who, action.word());
  }
}
