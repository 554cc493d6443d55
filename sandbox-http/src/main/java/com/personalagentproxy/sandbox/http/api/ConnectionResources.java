package com.personalagentproxy.sandbox.http.api;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.http.ErrorKind;
import com.personalagentproxy.sandbox.http.ProblemException;
import com.personalagentproxy.sandbox.http.wire.AgentAccessJson;
import com.personalagentproxy.sandbox.http.wire.AgentAccessJson.AgentAccessListJson;
import com.personalagentproxy.sandbox.http.wire.ConnectionSettingsJson;
import com.personalagentproxy.sandbox.http.wire.ConnectionSettingsJson.ConnectionListJson;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Connections, and what people switch on them: for all agents, and for one. */
final class ConnectionResources {

  private static final String ALL = "/api/connections";
  private static final String ONE = ALL + "/{connection}";
  private static final String WHAT = "Saying what agents may do";

  private final Console console;
  private final OrganizationAgents agents;

  ConnectionResources(Console console, OrganizationAgents agents) {
    this.console = console;
    this.agents = agents;
  }

  /** How an action is switched. */
  private record Switch(boolean on) {}

  /**
   * How an action is switched for one agent.
   *
   * @param on null takes the agent's own setting back
   */
  private record AgentSwitch(@Nullable Boolean on) {}

  List<Resource> all() {
    return List.of(
        Resource.get(ALL, Set.of(), this::list),
        Resource.put(ONE + "/settings/{action}", Set.of(), this::set),
        Resource.get(ONE + "/agents", Set.of(), this::listAgents),
        Resource.put(ONE + "/agents/{agent}/settings/{action}", Set.of(), this::setFor));
  }

  private void list(Call call) {
    Reply.seen(
        call.context(),
        ConnectionListJson.of(Call.done(console.connections(call.person("Listing connections")))));
  }

  private void set(Call call) {
    call.person(WHAT);
    Action action = action(call);
    boolean on = call.body(Switch.class).on();
    Reply.done(
        call.context(),
        ConnectionSettingsJson.of(
            Call.done(console.set(call.person(WHAT), call.path("connection"), action, on))));
  }

  private void listAgents(Call call) {
    Person person = call.person("Listing agents");
    Reply.seen(
        call.context(),
        AgentAccessListJson.of(
            Call.done(console.access(person, call.path("connection"), shownTo(person)))));
  }

  private void setFor(Call call) {
    call.person(WHAT);
    Action action = action(call);
    Boolean on = call.body(AgentSwitch.class).on();
    Person person = call.person(WHAT);
    Agent agent = named(person, call.path("agent"));
    Reply.done(
        call.context(),
        AgentAccessJson.of(
            Call.done(console.setFor(person, call.path("connection"), agent, action, on))));
  }

  /** A member sees the own agents, an owner all of the organization's. */
  private List<Agent> shownTo(Person person) {
    return agents.of(person.organization()).stream()
        .filter(
            each ->
                person.role() == Person.Role.OWNER || each.member().equals(person.member()))
        .toList();
  }

  private Agent named(Person person, String id) {
    return shownTo(person).stream()
        .filter(each -> each.id().toString().equalsIgnoreCase(id))
        .findFirst()
        .orElseThrow(
            () ->
                new ProblemException(
                    ErrorKind.NOT_FOUND,
                    "There is no agent %s. List the connection's agents to see which there are."
                        .formatted(Words.quoted(id))));
  }

  private static Action action(Call call) {
    String word = call.path("action");
    return Arrays.stream(Action.values())
        .filter(each -> each.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new ProblemException(
                    ErrorKind.NOT_FOUND,
                    "There is no action %s. The actions are see, use and delete."
                        .formatted(Words.quoted(word))));
  }
}
