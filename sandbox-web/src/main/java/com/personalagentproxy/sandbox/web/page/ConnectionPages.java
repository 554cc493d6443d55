package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.console.AgentAccess;
import com.personalagentproxy.sandbox.console.ConnectionView;
import com.personalagentproxy.sandbox.console.Console;
import io.javalin.http.HttpStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What agents may do on each connection, and the switches for it. */
record ConnectionPages(Console console, OrganizationsAgents agents) implements PageGroup {

  @Override
  public void enter(PageTable table) {
    table.signedIn(PageRoute.CONNECTIONS, this::connections);
    table.signedIn(PageRoute.SWITCH, this::turn);
    table.signedIn(PageRoute.SWITCH_FOR_AGENT, this::turnForAgent);
  }

  private void connections(PersonsVisit visit) {
    visit.with(
        console.connections(visit.person()).then(views -> cards(visit, views)),
        cards ->
            visit.show(
                Section.CONNECTIONS, "Connections", "connections", new ConnectionsPage(cards)));
  }

  private Answer<List<ConnectionCard>> cards(PersonsVisit visit, List<ConnectionView> views) {
    List<Agent> all = agents.of(visit.person());
    List<ConnectionCard> cards = new ArrayList<>();
    for (ConnectionView view : views) {
      Answer<List<AgentAccess>> access =
          view.maySet()
              ? console.access(visit.person(), view.connection().id().toString(), all)
              : Answer.done(List.of());
      if (access instanceof Answer.Refused<List<AgentAccess>> refused) {
        return Answer.refused(refused.refusal());
      }
      cards.add(ConnectionCard.of(view, access.orElseThrow()));
    }
    return Answer.done(cards);
  }

  private void turn(PersonsVisit visit) {
    Optional<Action> action = action(visit.path("action"));
    Optional<Boolean> on = onOrOff(visit.field("on"));
    if (action.isEmpty() || on.isEmpty()) {
      noSuchSetting(visit);
      return;
    }
    visit.with(
        console.set(visit.person(), visit.path("connection"), action.get(), on.get()),
        view ->
            visit.go(
                "/connections",
                "“%s” is %s on %s. It counts from the agents' next call on."
                    .formatted(
                        action.get().word(),
                        on.get() ? "on" : "off",
                        Words.quoted(view.connection().name()))));
  }

  private void turnForAgent(PersonsVisit visit) {
    Map<Action, Optional<Boolean>> asked = new EnumMap<>(Action.class);
    for (Action action : Action.values()) {
      String value = visit.field(action.word());
      Optional<Boolean> on = onOrOff(value);
      if (value != null && !value.isEmpty() && on.isEmpty()) {
        noSuchSetting(visit);
        return;
      }
      // One that isn't in the form stays as it is.
      if (value != null) {
        asked.put(action, on);
      }
    }
    visit.with(
        agent(visit).then(agent -> setFor(visit, agent, asked)),
        agent ->
            visit.go(
                "/connections",
                "What %s may do is changed. It counts from its next call on."
                    .formatted(Words.quoted(agent.name()))));
  }

  private Answer<Agent> setFor(
      PersonsVisit visit, Agent agent, Map<Action, Optional<Boolean>> asked) {
    Answer<AgentAccess> set =
        console
            .access(visit.person(), visit.path("connection"), List.of(agent))
            .then(reached -> reached.isEmpty() ? noSuchAgent() : Answer.done(reached.get(0)));
    for (Map.Entry<Action, Optional<Boolean>> each : asked.entrySet()) {
      set =
          set.then(
              unused ->
                  console.setFor(
                      visit.person(),
                      visit.path("connection"),
                      agent,
                      each.getKey(),
                      each.getValue().orElse(null)));
    }
    return set.map(AgentAccess::agent);
  }

  private Answer<Agent> agent(PersonsVisit visit) {
    return agents.of(visit.person()).stream()
        .filter(each -> each.id().toString().equals(visit.path("agent")))
        .findFirst()
        .<Answer<Agent>>map(Answer::done)
        .orElseGet(ConnectionPages::noSuchAgent);
  }

  private static <T> Answer<T> noSuchAgent() {
    return Answer.refused(
        new Refusal.NotFound(
            "That agent isn't there any more. Look at the connections again and choose another."));
  }

  private static void noSuchSetting(Visit visit) {
    visit.say(
        HttpStatus.BAD_REQUEST,
        "There is no such setting",
        "Nothing was changed. Go to the connections and choose one that is there.");
  }

  private static Optional<Action> action(String word) {
    return Arrays.stream(Action.values()).filter(each -> each.word().equals(word)).findFirst();
  }

  private static Optional<Boolean> onOrOff(@Nullable String word) {
    return Optional.ofNullable(word)
        .filter(each -> each.equals("true") || each.equals("false"))
        .map(Boolean::valueOf);
  }
}
