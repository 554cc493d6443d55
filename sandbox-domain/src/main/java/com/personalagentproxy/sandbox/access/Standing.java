package com.personalagentproxy.sandbox.access;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What an agent is and reaches, as one call read it: all that its access is decided by (C3–C6). It
 * is good for that call alone, since the next one has to see what was switched meanwhile (C4).
 *
 * @param isExperimentOn whether its organization has the sandboxes experiment; if not, nothing is
 *     reached
 * @param reached its member's own connection first, then the organization's (C5)
 * @param settings what is switched for the agent; a connection where nothing is may be absent
 */
public record Standing(
    Agent agent,
    boolean isExperimentOn,
    List<Connection> reached,
    Map<ConnectionId, Settings> settings) {

  public Standing {
    reached = List.copyOf(reached);
    settings = Map.copyOf(settings);
  }

  /** That of an agent whose organization doesn't have the experiment (C6). */
  public static Standing notOffered(Agent agent) {
    return new Standing(agent, false, List.of(), Map.of());
  }

  /** Whether the agent may do this on the connection. */
  public Access.Decision decide(Connection connection, Action action) {
    return Access.decide(
        agent, connection, action, settings.getOrDefault(connection.id(), Settings.UNTOUCHED));
  }

  /** Those whose sandboxes the agent sees. */
  public Set<ConnectionId> seen() {
    return where(Action.SEE).stream().map(Connection::id).collect(Collectors.toUnmodifiableSet());
  }

  /** The connections on which the agent may do this. */
  public List<Connection> where(Action action) {
    return reached.stream()
        .filter(each -> decide(each, action) instanceof Access.Decision.Allowed)
        .toList();
  }
}
