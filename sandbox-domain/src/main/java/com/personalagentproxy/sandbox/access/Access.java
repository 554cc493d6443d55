package com.personalagentproxy.sandbox.access;

import com.personalagentproxy.sandbox.answer.Words;

/**
 * Whether an agent may do something on a connection: the one place that decides it (C3, C4, C5).
 */
public final class Access {

  private Access() {}

  /** The decision, with its reason. */
  public sealed interface Decision {
    /** The agent may. */
    record Allowed() implements Decision {}

    /**
     * The agent sees the connection, but the action is off; the sentence says who can turn it on.
     */
    record Denied(String sentence) implements Decision {}

    /** For this agent the connection isn't there (C5). */
    record NotThere() implements Decision {}
  }

  /** Decides from the settings as they are now; keeps nothing. */
  public static Decision decide(
      Agent agent, Connection connection, Action action, Settings settings) {
    if (!reaches(agent, connection.owner())
        || (action != Action.SEE && !settings.isOn(Action.SEE, connection.owner()))) {
      return new Decision.NotThere();
    }
    if (settings.isOn(action, connection.owner())) {
      return new Decision.Allowed();
    }
    return action == Action.SEE
        ? new Decision.NotThere()
        : new Decision.Denied(denial(connection, action));
  }

  /** Whether a person may change what agents may do on the connection (C5). */
  public static boolean maySet(Person person, Connection connection) {
    if (connection.owner() instanceof Connection.Owner.OfMember own) {
      return own.member().equals(person.member());
    }
    return connection.owner().organization().equals(person.organization())
        && person.role() == Person.Role.OWNER;
  }

  /** Whether a person sees the connection and steers the sandboxes in it. */
  public static boolean maySteer(Person person, Connection connection) {
    if (connection.owner() instanceof Connection.Owner.OfMember own) {
      return own.member().equals(person.member());
    }
    return connection.owner().organization().equals(person.organization());
  }

  private static boolean reaches(Agent agent, Connection.Owner owner) {
    if (owner instanceof Connection.Owner.OfMember own) {
      return own.member().equals(agent.member());
    }
    return owner.organization().equals(agent.organization());
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
