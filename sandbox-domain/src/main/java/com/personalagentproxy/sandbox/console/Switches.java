package com.personalagentproxy.sandbox.console;

import com.personalagentproxy.sandbox.access.Access;
import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.access.Connections;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.access.Settings;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.StorageException;
import com.personalagentproxy.sandbox.answer.Text;
import com.personalagentproxy.sandbox.answer.Words;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What people switch on connections, for all agents and for one (C3–C5). */
final class Switches {

  private final Connections connections;

  Switches(Connections connections) {
    this.connections = connections;
  }

  /** The one of these connections that has the id. */
  Answer<Connection> found(List<Connection> seen, @Nullable String id) {
    String reference = Text.trimmed(id);
    return seen.stream()
        .filter(each -> each.id().toString().equalsIgnoreCase(reference))
        .findFirst()
        .map(Answer::done)
        .orElseGet(
            () ->
                Answer.refused(
                    new Refusal.NotFound(
                        "There is no connection %s. Go back to the list and choose one that is there."
                            .formatted(Words.quoted(reference)))));
  }

  /** Likewise, if the person may change it (C5). */
  Answer<Connection> toSet(Person person, List<Connection> seen, @Nullable String id) {
    return found(seen, id)
        .then(
            found ->
                Access.maySet(person, found)
                    ? Answer.done(found)
                    : Answer.refused(
                        new Refusal.NotAllowed(
                            "Only an owner of the organization may change what agents may do on %s. Ask one to."
                                .formatted(Words.quoted(found.name())))));
  }

  /** What each of the agents that reach it may do there now. */
  List<AgentAccess> access(Connection connection, List<Agent> agents) {
    List<Agent> reaching =
        agents.stream().filter(agent -> Access.reaches(agent, connection)).toList();
    Map<AgentId, Settings> settings =
        connections.settings(reaching.stream().map(Agent::id).toList(), connection.id());
    return reaching.stream()
        .map(
            agent ->
                AgentAccess.of(
                    agent, connection, settings.getOrDefault(agent.id(), Settings.UNTOUCHED)))
        .toList();
  }

  private Settings settings(Agent agent, Connection connection) {
    return connections
        .settings(agent.id(), List.of(connection.id()))
        .getOrDefault(connection.id(), Settings.UNTOUCHED);
  }

  ConnectionView set(Person person, Connection connection, Action action, boolean on) {
    connections.set(connection.id(), action, on);
    return StorageException.afterwards(() -> view(person, connection));
  }

  Answer<AgentAccess> setFor(
      Agent agent, Connection connection, Action action, @Nullable Boolean on) {
    if (!Access.reaches(agent, connection)) {
      return Answer.refused(
          new Refusal.NotFound(
              "There is no agent %s on %s. Go back to the list and choose one that is there."
                  .formatted(Words.quoted(agent.name()), Words.quoted(connection.name()))));
    }
    connections.set(agent.id(), connection.id(), action, on);
    Settings now = StorageException.afterwards(() -> settings(agent, connection));
    return Answer.done(AgentAccess.of(agent, connection, now));
  }

  ConnectionView view(Person person, Connection connection) {
    return new ConnectionView(
        connection,
        connections.settings(connection.id()).forAll(connection.owner()),
        Access.maySet(person, connection));
  }
}
