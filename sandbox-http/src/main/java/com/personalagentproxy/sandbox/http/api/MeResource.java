package com.personalagentproxy.sandbox.http.api;

import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.access.Standing;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.console.ConnectionView;
import com.personalagentproxy.sandbox.http.wire.MeJson;
import java.util.List;
import java.util.Set;

/** Who calls, and what that one may. */
final class MeResource {

  private final Sandboxes sandboxes;
  private final Console console;

  MeResource(Sandboxes sandboxes, Console console) {
    this.sandboxes = sandboxes;
    this.console = console;
  }

  List<Resource> all() {
    return List.of(Resource.get("/api/me", Set.of(), this::get));
  }

  private void get(Call call) {
    Reply.seen(
        call.context(),
        call.caller() instanceof ApiCaller.OfAgent agent
            ? of(agent.arrival().agent())
            : of(call.person("This")));
  }

  private MeJson of(Agent agent) {
    Answer<Standing> standing = sandboxes.standing(agent);
    return standing instanceof Answer.Refused<Standing> refused
        ? MeJson.of(agent, refused.refusal().sentence())
        : MeJson.of(standing.orElseThrow());
  }

  private MeJson of(Person person) {
    Answer<List<ConnectionView>> connections = console.connections(person);
    return connections instanceof Answer.Refused<List<ConnectionView>> refused
        ? MeJson.of(person, refused.refusal().sentence(), List.of())
        : MeJson.of(person, null, connections.orElseThrow());
  }
}
