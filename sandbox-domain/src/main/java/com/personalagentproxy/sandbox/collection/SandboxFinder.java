package com.personalagentproxy.sandbox.collection;

import com.personalagentproxy.sandbox.access.Access;
import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.access.Connections;
import com.personalagentproxy.sandbox.access.Settings;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Text;
import com.personalagentproxy.sandbox.answer.Words;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds what an agent names, within what it may see and do there now (C3–C5). Every use case for
 * agents goes through here.
 */
public final class SandboxFinder {

  private final SandboxStore store;
  private final Connections connections;

  public SandboxFinder(SandboxStore store, Connections connections) {
    this.store = store;
    this.connections = connections;
  }

  /** A sandbox and the connection it was found in. */
  public record Found(Sandbox sandbox, Connection connection) {}

  /** The connections on which the agent may do this, now. */
  public List<Connection> where(Agent agent, Action action) {
    Reach reach = reach(agent);
    return reach.connections().stream()
        .filter(connection -> reach.decide(connection, action) instanceof Access.Decision.Allowed)
        .toList();
  }

  /**
   * The sandbox of that name or id, if the agent may do this with it.
   *
   * @param sandbox its name, without regard to case, or its id
   */
  public Answer<Found> find(Agent agent, @Nullable String sandbox, Action action) {
    String reference = Text.trimmed(sandbox);
    if (reference.isEmpty()) {
      return Answer.refused(
          new Refusal.Invalid("sandbox", "sandbox is missing. Give a sandbox's name or id."));
    }
    Reach reach = reach(agent);
    List<Connection> seen = reach.seen();
    List<Sandbox> bearers =
        named(reference, seen.stream().map(Connection::id).collect(Collectors.toList()));
    if (bearers.isEmpty()) {
      return Answer.refused(
          new Refusal.NotFound(
              "There is no sandbox %s. See which there are with sandboxes_list, or make one with sandboxes_create."
                  .formatted(Words.quoted(reference))));
    }
    if (bearers.size() > 1) {
      return Answer.refused(
          new Refusal.Ambiguous(
              "There is a sandbox %s in more than one connection. Name it by its id: %s."
                  .formatted(
                      Words.quoted(reference),
                      bearers.stream()
                          .map(row -> row.id() + " in " + nameOf(row.connection(), seen))
                          .collect(Collectors.joining(", ")))));
    }
    Sandbox row = bearers.get(0);
    Connection connection =
        seen.stream().filter(each -> each.id().equals(row.connection())).findFirst().orElseThrow();
    return allowed(reach, connection, action).map(yes -> new Found(row, connection));
  }

  /**
   * The connection to make a sandbox in.
   *
   * @param connection its name or id; may be absent when the agent may use just one
   */
  public Answer<Connection> toMakeIn(Agent agent, @Nullable String connection) {
    Reach reach = reach(agent);
    return connection == null ? onlyOneToMakeIn(reach) : named(reach, Text.trimmed(connection));
  }

  private static Answer<Connection> named(Reach reach, String connection) {
    if (connection.isEmpty()) {
      return Answer.refused(
          new Refusal.Invalid(
              "connection",
              "connection is blank. Give a connection's name or id, or leave it out: there %s."
                  .formatted(listed(reach.seen()))));
    }
    List<Connection> meant =
        connection.length() > Text.LONGEST_REFERENCE
            ? List.of()
            : reach.seen().stream().filter(each -> isMeant(each, connection)).toList();
    if (meant.size() > 1) {
      return Answer.refused(
          new Refusal.Ambiguous(
              "More than one connection is named %s. Say its id: there %s."
                  .formatted(Words.quoted(connection), listed(meant))));
    }
    return meant.isEmpty()
        ? Answer.refused(
            new Refusal.NotFound(
                "There is no connection %s. There %s."
                    .formatted(Words.quoted(connection), listed(reach.seen()))))
        : allowed(reach, meant.get(0), Action.USE);
  }

  private static Answer<Connection> onlyOneToMakeIn(Reach reach) {
    List<Connection> usable =
        reach.seen().stream()
            .filter(each -> reach.decide(each, Action.USE) instanceof Access.Decision.Allowed)
            .toList();
    if (usable.size() > 1) {
      return Answer.refused(
          new Refusal.Ambiguous(
              "More than one connection may be used. Say with connection which one: there %s."
                  .formatted(listed(usable))));
    }
    if (usable.size() == 1) {
      return Answer.done(usable.get(0));
    }
    return reach.seen().isEmpty()
        ? Answer.refused(
            new Refusal.NotAllowed(
                "Sandboxes are off for you on every connection. Ask the member you work for to turn “see” and “use” on, then try again."))
        : allowed(reach, reach.seen().get(0), Action.USE);
  }

  private List<Sandbox> named(String sandbox, List<ConnectionId> within) {
    Optional<SandboxId> id = SandboxId.parse(sandbox);
    if (id.isPresent()) {
      return store.find(id.get()).stream()
          .filter(row -> within.contains(row.connection()))
          .toList();
    }
    return SandboxName.of(sandbox) instanceof Answer.Done<SandboxName> name
        ? store.named(name.value(), within)
        : List.of();
  }

  private static Answer<Connection> allowed(Reach reach, Connection connection, Action action) {
    Access.Decision decision = reach.decide(connection, action);
    if (decision instanceof Access.Decision.Denied denied) {
      return Answer.refused(new Refusal.NotAllowed(denied.sentence()));
    }
    if (decision instanceof Access.Decision.NotThere) {
      throw new IllegalStateException(
          "Connection %s was to be one that the agent sees.".formatted(connection.id()));
    }
    return Answer.done(connection);
  }

  private static boolean isMeant(Connection connection, String reference) {
    return connection.id().toString().equalsIgnoreCase(reference)
        || Text.key(connection.name()).equals(Text.key(reference));
  }

  private static String listed(List<Connection> connections) {
    if (connections.isEmpty()) {
      return "is none you may use";
    }
    return connections.stream()
        .map(each -> "%s (%s)".formatted(Words.quoted(each.name()), each.id()))
        .collect(Collectors.joining(", ", connections.size() == 1 ? "is " : "are ", ""));
  }

  private static String nameOf(ConnectionId id, List<Connection> connections) {
    return connections.stream()
        .filter(each -> each.id().equals(id))
        .findFirst()
        .map(each -> Words.quoted(each.name()))
        .orElse("another connection");
  }

  private Reach reach(Agent agent) {
    List<Connection> reached = connections.reachedBy(agent);
    return new Reach(
        agent,
        reached,
        connections.settings(agent.id(), reached.stream().map(Connection::id).toList()));
  }

  /** What one call read of the connections and their settings. */
  private record Reach(
      Agent agent, List<Connection> connections, Map<ConnectionId, Settings> settings) {

    Access.Decision decide(Connection connection, Action action) {
      return Access.decide(
          agent, connection, action, settings.getOrDefault(connection.id(), Settings.UNTOUCHED));
    }

    List<Connection> seen() {
      return connections.stream()
          .filter(each -> decide(each, Action.SEE) instanceof Access.Decision.Allowed)
          .toList();
    }
  }
}
