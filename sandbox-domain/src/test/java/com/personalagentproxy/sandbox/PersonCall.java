package com.personalagentproxy.sandbox;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.Follower;
import com.personalagentproxy.sandbox.console.ActivityQuery;
import com.personalagentproxy.sandbox.console.Console;
import java.util.List;

/** Every call that people may make, so that a test of all of them forgets none. */
enum PersonCall {
  LIST,
  GET,
  SLEEP,
  WAKE,
  DELETE,
  CONNECTIONS,
  SET,
  SET_FOR,
  RUN,
  RUNNING,
  LIFE,
  ACTIVITY,
  TASKS,
  ACCESS,
  FOLLOWED;

  /** Whether it changes what agents may do. */
  boolean isSetting() {
    return this == SET || this == SET_FOR;
  }

  /** Asks for the sandbox or its connection; a list in which it isn't comes to “not found”. */
  Answer<?> ask(Console console, Person person, SandboxView sandbox, Agent agent) {
    String id = sandbox.id().toString();
    String connection = sandbox.connection().id().toString();
    return switch (this) {
      case LIST ->
          console
              .list(person, null, null, null)
              .then(
                  page ->
                      listed(
                          page.sandboxes().stream()
                              .anyMatch(each -> each.id().equals(sandbox.id()))));
      case GET -> console.get(person, id);
      case SLEEP -> console.sleep(person, id);
      case WAKE -> console.wake(person, id);
      case DELETE -> console.delete(person, id);
      case CONNECTIONS ->
          console
              .connections(person)
              .then(
                  all ->
                      listed(
                          all.stream()
                              .anyMatch(each -> each.connection().equals(sandbox.connection()))));
      case SET -> console.set(person, connection, Action.USE, true);
      case SET_FOR -> console.setFor(person, connection, agent, Action.USE, true);
      case RUN ->
          console.run(person, new CommandRequest(id, "true", null, null, null), Follower.none());
      case RUNNING -> console.running(person, id);
      case LIFE -> console.life(person, id, null);
      case ACTIVITY ->
          console
              .activity(person, new ActivityQuery(null, null, id, null, null))
              .then(page -> listed(!page.entries().isEmpty()));
      case TASKS ->
          console
              .tasks(person, null, null)
              .then(
                  page ->
                      listed(
                          page.tasks().stream()
                              .anyMatch(each -> each.task().agent().equals(agent))));
      case ACCESS -> console.access(person, connection, List.of(agent));
      case FOLLOWED ->
          console.followed(person).then(all -> listed(all.contains(sandbox.connection().id())));
    };
  }

  private static Answer<Boolean> listed(boolean isThere) {
    return isThere
        ? Answer.done(true)
        : Answer.refused(new Refusal.NotFound("It is not in the list."));
  }
}
