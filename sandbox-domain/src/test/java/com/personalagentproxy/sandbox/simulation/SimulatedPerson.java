package com.personalagentproxy.sandbox.simulation;

import com.personalagentproxy.sandbox.CommandRequest;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.Follower;
import java.time.Duration;
import java.util.List;

/** A person who looks at the page now and then, and steers whatever is there. */
final class SimulatedPerson extends Client {

  private static final List<Call.Kind> DEEDS =
      List.of(
          Call.Kind.PERSON_SLEEPS,
          Call.Kind.PERSON_WAKES,
          Call.Kind.PERSON_DELETES,
          Call.Kind.PERSON_RUNS,
          Call.Kind.PERSON_RUNS,
          Call.Kind.PERSON_RUNS);

  private final Person person;
  private final int calls;

  SimulatedPerson(Simulation simulation, Person person, int calls) {
    super(simulation);
    this.person = person;
    this.calls = calls;
  }

  @Override
  void play() {
    for (int at = 0; at < calls; at++) {
      rest();
      simulation.scheduler.sleep(chance.between(Duration.ZERO, Duration.ofMinutes(3)));
      List<Sandbox> there = simulation.installation.store.all();
      if (!there.isEmpty()) {
        String id = chance.pick(there).id().toString();
        Call call = call(chance.pick(DEEDS), null, id);
        if (call.kind == Call.Kind.PERSON_RUNS) {
          run(call);
          continue;
        }
        ask(call, () -> move(call)).ifPresent(told -> simulation.verdicts.moved(call, told));
      }
    }
  }

  private void run(Call call) {
    CommandRequest request =
        new CommandRequest(
            call.reference, call.word, null, null, chance.oneIn(3) ? 120L : 1L + chance.below(20));
    ask(call, () -> call.server.console.run(person, request, Follower.none()))
        .ifPresent(told -> simulation.verdicts.ran(call, told));
  }

  private Answer<SandboxView> move(Call call) {
    return switch (call.kind) {
      case PERSON_SLEEPS -> call.server.console.sleep(person, call.reference);
      case PERSON_WAKES -> call.server.console.wake(person, call.reference);
      case PERSON_DELETES -> call.server.console.delete(person, call.reference);
      case PERSON_RUNS,
          RUN,
          CREATE,
          WAKE,
          SLEEP,
          DELETE,
          LIST,
          GET,
          START_TASK,
          FINISH_TASK,
          SWEEP ->
          throw new IllegalArgumentException(call.toString());
    };
  }
}
