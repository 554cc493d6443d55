package com.personalagentproxy.sandbox;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.access.Offer;
import com.personalagentproxy.sandbox.access.Standing;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.SandboxFinder;
import com.personalagentproxy.sandbox.collection.SandboxFinder.Found;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.task.TaskDesk;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What every call of an agent is checked for before anything is done (M4). */
final class Checks {

  private final Ports ports;
  private final Offer offer;
  private final SandboxFinder finder;
  private final TaskDesk tasks;

  Checks(Ports ports) {
    this.ports = ports;
    this.offer = new Offer(ports.backend(), ports.experiments(), ports.standings());
    this.finder = new SandboxFinder(ports.store());
    this.tasks = new TaskDesk(ports.tasks());
  }

  /** How the agent stands, if it is offered sandboxes (C6). */
  Answer<Standing> offered(Agent agent) {
    return offer.to(agent, null);
  }

  /** Likewise, as the door has read it if it has. */
  Answer<Standing> offered(Caller caller) {
    return offer.to(caller.agent(), caller.standing());
  }

  /** The sandbox that is named, if the agent may do this with it (C3–C5). */
  Answer<Found> found(Standing standing, @Nullable String sandbox, Action action, Draft draft) {
    Answer<Found> found = finder.find(standing, sandbox, action);
    // One that the agent sees is written down as what it is, whatever it may do there.
    Answer<Found> seen = isNotAllowed(found) ? finder.find(standing, sandbox, Action.SEE) : found;
    if (seen instanceof Answer.Done<Found> done) {
      draft.found(done.value().sandbox());
    }
    return found;
  }

  /** The connection to make a sandbox in. */
  Answer<Connection> toMakeIn(Standing standing, @Nullable String connection) {
    return finder.toMakeIn(standing, connection);
  }

  private static boolean isNotAllowed(Answer<?> answer) {
    return answer instanceof Answer.Refused<?> refused
        && refused.refusal() instanceof Refusal.NotAllowed;
  }

  /** The task that the call is for, which has activity by it (L8). */
  Answer<Task> task(Caller caller, Draft draft) {
    return tasks
        .speakingFor(caller.agent(), caller.task(), caller.client(), ports.now())
        .map(draft::isFor);
  }

  /** What becomes of one of the agent's tasks. */
  Answer<Task> atDesk(Agent agent, Function<TaskDesk, Answer<Task>> deed) {
    return offered(agent).then(standing -> deed.apply(tasks));
  }
}
