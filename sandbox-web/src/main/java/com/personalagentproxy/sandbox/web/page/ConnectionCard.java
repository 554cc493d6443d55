package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.console.AgentAccess;
import com.personalagentproxy.sandbox.console.ConnectionView;
import java.util.Arrays;
import java.util.List;

/**
 * A connection as the page shows it: what agents may do on it.
 *
 * @param whose in words
 * @param maySet whether who looks may change it
 * @param agents what each agent may do, for who may change it
 */
public record ConnectionCard(
    String id,
    String name,
    String whose,
    boolean maySet,
    List<Switch> switches,
    List<AgentCard> agents) {

  /**
   * One action.
   *
   * @param risk what may come of turning it on, in words
   * @param isHighRisk whether the risk is to be marked
   * @param countsOnlyWithSee whether it is on, and yet without effect while seeing is off
   */
  public record Switch(
      String action,
      String does,
      String risk,
      boolean isHighRisk,
      boolean isOn,
      boolean countsOnlyWithSee) {}

  public ConnectionCard {
    switches = List.copyOf(switches);
    agents = List.copyOf(agents);
  }

  /** How many agents have a setting of their own. */
  public long own() {
    return agents.stream().filter(AgentCard::isOwn).count();
  }

  static ConnectionCard of(ConnectionView view, List<AgentAccess> agents) {
    boolean seen = view.settings().getOrDefault(Action.SEE, false);
    return new ConnectionCard(
        view.connection().id().toString(),
        view.connection().name(),
        view.connection().owner() instanceof Connection.Owner.OfMember
            ? "Yours alone: only your agents reach it."
            : "The organization's: all its members' agents reach it.",
        view.maySet(),
        Arrays.stream(Action.values())
            .map(action -> of(action, view.settings().getOrDefault(action, false), seen))
            .toList(),
        agents.stream().map(access -> AgentCard.of(access, view)).toList());
  }

  private static Switch of(Action action, boolean isOn, boolean seen) {
    boolean idle = isOn && !seen && action != Action.SEE;
    return switch (action) {
      case SEE ->
          new Switch(
              action.word(),
              "List the sandboxes and read what state they are in.",
              "Low risk: nothing changes by it.",
              false,
              isOn,
              idle);
      case USE ->
          new Switch(
              action.word(),
              "Make sandboxes, wake them, put them to sleep and run commands in them.",
              "High risk: a command can change or destroy any file in its sandbox, and do what the"
                  + " sandbox's network lets it.",
              true,
              isOn,
              idle);
      case DELETE ->
          new Switch(
              action.word(),
              "Delete sandboxes.",
              "High risk: all files in a deleted sandbox are gone for good.",
              true,
              isOn,
              idle);
    };
  }
}
