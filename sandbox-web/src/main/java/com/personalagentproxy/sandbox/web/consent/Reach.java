package com.personalagentproxy.sandbox.web.consent;

import com.personalagentproxy.sandbox.access.Access;
import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.console.AgentAccess;
import com.personalagentproxy.sandbox.console.ConnectionView;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What an agent may do on one connection beyond the usual, which is to see and use its member's own
 * sandboxes (C3).
 */
record Reach(Connection connection, Set<Action> allowed) {

  Reach {
    allowed = Set.copyOf(allowed);
  }

  /** That of an agent as it is now. */
  static Reach of(AgentAccess access) {
    return new Reach(
        access.connection(),
        Arrays.stream(Action.values())
            .filter(action -> access.decisions().get(action) instanceof Access.Decision.Allowed)
            .collect(Collectors.toSet()));
  }

  /** That of an agent for which nothing is switched by itself. */
  static Reach ofNew(ConnectionView connection) {
    boolean sees = connection.settings().getOrDefault(Action.SEE, false);
    return new Reach(
        connection.connection(),
        Arrays.stream(Action.values())
            .filter(action -> sees && connection.settings().getOrDefault(action, false))
            .collect(Collectors.toSet()));
  }

  /** In a few words, as they follow “may also”; empty if it is the usual. */
  static String words(List<Reach> all) {
    return all.stream().flatMap(Reach::words).collect(Collectors.joining(", "));
  }

  private Stream<String> words() {
    boolean isOwn = connection.owner() instanceof Connection.Owner.OfMember;
    Set<Action> beyond = EnumSet.allOf(Action.class);
    beyond.retainAll(allowed);
    if (isOwn) {
      beyond.retainAll(EnumSet.of(Action.DELETE));
    }
    if (beyond.isEmpty()) {
      return Stream.empty();
    }
    String verbs = beyond.stream().map(Action::word).collect(Collectors.joining(" and "));
    return Stream.of(verbs + (isOwn ? " your own sandboxes" : " the organization's sandboxes"));
  }
}
