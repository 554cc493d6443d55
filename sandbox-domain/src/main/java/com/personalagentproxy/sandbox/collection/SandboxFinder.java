package com.personalagentproxy.sandbox.collection;

import com.personalagentproxy.sandbox.access.Access;
import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.access.Standing;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Text;
import com.personalagentproxy.sandbox.answer.Words;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds what an agent names, within what it may see and do there now (C3–C5). Every use case for
 * agents goes through here.
 */
public final class SandboxFinder {

  private final SandboxStore store;

  public SandboxFinder(SandboxStore store) {
    this.store = store;
  }

  /** A sandbox and the connection it was found in. */
  public record Found(Sandbox sandbox, Connection connection) {}

  /**
   * The sandbox of that name or id, if the agent may do this with it.
   *
   * @param sandbox its name, without regard to case, or its id
   */
  public Answer<Found> find(Standing standing, @Nullable String sandbox, Action action) {
    String reference = Text.trimmed(sandbox);
    if (reference.isEmpty()) {
      return Answer.refused(
          new Refusal.Invalid("sandbox", "sandbox is missing. Give a sandbox's name or id."));
    }
    List<Connection> seen = standing.where(Action.SEE);
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
    return allowed(standing, connection, action).map(yes -> new Found(row, connection));
  }

  /**
   * The connection to make a sandbox in.
   *
   * @param connection its name or id; may be absent when the agent may use just one
   */
  public Answer<Connection> toMakeIn(Standing standing, @Nullable String connection) {
    return connection == null
        ? onlyOneToMakeIn(standing)
        : named(standing, Text.trimmed(connection));
  }

  private static Answer<Connection> named(Standing standing, String connection) {
    if (connection.isEmpty()) {
      return Answer.refused(
          new Refusal.Invalid(
              "connection",
              "connection is blank. Give a connection's name or id, or leave it out: there %s."
                  .formatted(listed(standing.where(Action.SEE)))));
    }
    List<Connection> meant =
        connection.length() > Text.LONGEST_REFERENCE
            ? List.of()
            : standing.where(Action.SEE).stream()
                .filter(each -> isMeant(each, connection))
                .toList();
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
                    .formatted(Words.quoted(connection), listed(standing.where(Action.SEE)))))
        : allowed(standing, meant.get(0), Action.USE);
  }

  private static Answer<Connection> onlyOneToMakeIn(Standing standing) {
    List<Connection> usable = standing.where(Action.USE);
    if (usable.size() > 1) {
      return Answer.refused(
          new Refusal.Ambiguous(
              "More than one connection may be used. Say with connection which one: there %s."
                  .formatted(listed(usable))));
    }
    if (usable.size() == 1) {
      return Answer.done(usable.get(0));
    }
    return standing.where(Action.SEE).isEmpty()
        ? Answer.refused(
            new Refusal.NotAllowed(
                "Sandboxes are off for you on every connection. Ask the member you work for to turn “see” and “use” on, then try again."))
        : allowed(standing, standing.where(Action.SEE).get(0), Action.USE);
  }

  private List<Sandbox> named(String sandbox, List<ConnectionId> within) {
    Optional<SandboxReference> reference = SandboxReference.of(sandbox);
    if (reference.isEmpty()) {
      return List.of();
    }
    return reference.get() instanceof SandboxReference.ByName by
        ? store.named(by.name(), within)
        : store.find(((SandboxReference.ById) reference.get()).id()).stream()
            .filter(row -> within.contains(row.connection()))
            .toList();
  }

  private static Answer<Connection> allowed(
      Standing standing, Connection connection, Action action) {
    Access.Decision decision = standing.decide(connection, action);
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
}
