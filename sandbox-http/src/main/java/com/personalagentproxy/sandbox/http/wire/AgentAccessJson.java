package com.personalagentproxy.sandbox.http.wire;

import com.personalagentproxy.sandbox.access.Access;
import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.console.AgentAccess;
import java.util.List;
import java.util.Locale;

/** What one agent may do on a connection now, and why. */
public record AgentAccessJson(
    String connection,
    AgentJson agent,
    DecisionJson see,
    DecisionJson use,
    DecisionJson delete) {

  /** What an action comes to. */
  public record DecisionJson(
      boolean allowed,
      @Described(
              "agents_setting, connections_setting, starting_value, see_is_off or not_reached.")
          String reason) {

    private static DecisionJson of(AgentAccess access, Action action) {
      Access.Decision decision = access.decisions().get(action);
      if (decision == null) {
        throw new IllegalArgumentException("There is no decision on " + action + ".");
      }
      return new DecisionJson(
          decision instanceof Access.Decision.Allowed,
          decision.reason().name().toLowerCase(Locale.ROOT));
    }
  }

  /** Those that reach a connection. */
  public record AgentAccessListJson(List<AgentAccessJson> agents) {

    public AgentAccessListJson {
      agents = List.copyOf(agents);
    }

    public static AgentAccessListJson of(List<AgentAccess> all) {
      return new AgentAccessListJson(all.stream().map(AgentAccessJson::of).toList());
    }
  }

  public static AgentAccessJson of(AgentAccess access) {
    return new AgentAccessJson(
        access.connection().id().toString(),
        AgentJson.of(access.agent()),
        DecisionJson.of(access, Action.SEE),
        DecisionJson.of(access, Action.USE),
        DecisionJson.of(access, Action.DELETE));
  }
}
