package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.access.Access;
import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.console.AgentAccess;
import com.personalagentproxy.sandbox.console.ConnectionView;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What one agent may do on a connection, for who sets it. */
public record AgentCard(String id, String name, List<Choice> choices) {

  /**
   * One action.
   *
   * @param own what is set for the agent alone: {@code true}, {@code false}, or empty where the
   *     connection's setting counts
   * @param connections whether the connection has it on
   * @param isIdle whether it counts for nothing now, since the agent may not see
   */
  public record Choice(String action, String own, boolean connections, boolean isIdle) {}

  public AgentCard {
    choices = List.copyOf(choices);
  }

  static AgentCard of(AgentAccess access, ConnectionView connection) {
    return new AgentCard(
        access.agent().id().toString(),
        access.agent().name(),
        Arrays.stream(Action.values())
            .flatMap(
                action ->
                    Optional.ofNullable(access.decisions().get(action)).stream()
                        .map(
                            decision ->
                                of(
                                    action,
                                    decision,
                                    connection.settings().getOrDefault(action, false))))
            .toList());
  }

  private static Choice of(Action action, Access.Decision decision, boolean connections) {
    boolean isOwn = decision.reason() == Access.Reason.AGENTS_SETTING;
    return new Choice(
        action.word(),
        isOwn ? String.valueOf(decision instanceof Access.Decision.Allowed) : "",
        connections,
        decision.reason() == Access.Reason.SEE_IS_OFF);
  }

  /** Whether anything is set for it alone. */
  public boolean isOwn() {
    return choices.stream().anyMatch(choice -> !choice.own().isEmpty());
  }
}
