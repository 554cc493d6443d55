package com.personalagentproxy.sandbox.simulation;

import static com.personalagentproxy.sandbox.simulation.Judge.must;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.CommandRequest;
import com.personalagentproxy.sandbox.CreateRequest;
import com.personalagentproxy.sandbox.TaskView;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.collection.SandboxPage;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Follower;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An agent that works for a few tasks of its own, with no plan. */
final class SimulatedAgent extends Client {

  private static final List<String> NAMES = List.of("alpha", "beta", "ALPHA");

  private final Agent agent;
  private final int calls;
  private @Nullable String task;

  SimulatedAgent(Simulation simulation, Agent agent, int calls) {
    super(simulation);
    this.agent = agent;
    this.calls = calls;
  }

  @Override
  void play() {
    for (int call = 0; call < calls; call++) {
      rest();
      callSomething();
    }
  }

  private void callSomething() {
    int what = chance.below(100);
    if (what < 48) {
      run(chance.pick(NAMES));
    } else if (what < 60) {
      create(chance.pick(NAMES));
    } else if (what < 66) {
      move(Call.Kind.WAKE);
    } else if (what < 75) {
      move(Call.Kind.SLEEP);
    } else if (what < 81) {
      move(Call.Kind.DELETE);
    } else if (what < 85) {
      move(Call.Kind.GET);
    } else if (what < 88) {
      list();
    } else if (what < 94) {
      startTask();
    } else {
      finishTask();
    }
  }

  private Caller caller(Call call) {
    if (chance.oneIn(3)) {
      task = simulation.someTask(agent);
    }
    call.task = task == null ? null : new TaskId(UUID.fromString(task));
    return new Caller(agent, "simulated client", task);
  }

  void run(String sandbox) {
    Call call = call(Call.Kind.RUN, agent, sandbox);
    String execId = chance.oneIn(2) ? "id of " + call.word : null;
    CommandRequest request =
        new CommandRequest(
            sandbox, call.word, null, null, chance.oneIn(3) ? 120L : 1L + chance.below(20), execId);
    boolean isAnswered = run(call, request);
    if (execId != null && (!isAnswered || chance.oneIn(8))) {
      Call again = new Call(Call.Kind.RUN, server(), agent, sandbox, call.word);
      again.isRepeat = true;
      run(again, request);
    }
  }

  private boolean run(Call call, CommandRequest request) {
    Caller caller = caller(call);
    Optional<Answer<CommandResult>> answer =
        ask(call, () -> call.server.sandboxes.run(caller, request, follower(call)));
    answer.ifPresent(told -> simulation.verdicts.ran(call, told));
    return answer.isPresent();
  }

  /** One that stops the command after a while, now and then. */
  private Follower follower(Call call) {
    Follower follower = Follower.none();
    if (chance.oneIn(10)) {
      Duration after = chance.between(Duration.ZERO, Duration.ofSeconds(chance.oneIn(2) ? 2 : 60));
      simulation.scheduler.start(
          "who stops " + call.word,
          null,
          () -> {
            simulation.scheduler.sleep(after);
            call.isStopped = true;
            follower.stop("Nobody wants it any more.");
            simulation.installation.machines.interruptedAreCut();
          });
    }
    return follower;
  }

  private void create(String name) {
    Call call = call(Call.Kind.CREATE, agent, name);
    Caller caller = caller(call);
    String connection =
        chance.oneIn(4)
            ? simulation.installation.connections.reachedBy(agent).get(0).id().toString()
            : simulation.installation.shared.id().toString();
    String key = chance.oneIn(2) ? call.word : null;
    Optional<Answer<SandboxView>> answer =
        ask(
            call,
            () -> call.server.sandboxes.create(caller, new CreateRequest(name, connection, key)));
    answer.ifPresent(told -> simulation.verdicts.moved(call, told));
    if (answer.isEmpty() && key != null) {
      Call again = call(Call.Kind.CREATE, agent, name);
      Caller repeated = caller(again);
      ask(
              again,
              () ->
                  again.server.sandboxes.create(repeated, new CreateRequest(name, connection, key)))
          .ifPresent(told -> simulation.verdicts.moved(again, told));
    }
  }

  private void move(Call.Kind kind) {
    Call call = call(kind, agent, chance.pick(NAMES));
    Caller caller = caller(call);
    ask(call, () -> move(call, caller)).ifPresent(told -> simulation.verdicts.moved(call, told));
  }

  private static Answer<SandboxView> move(Call call, Caller caller) {
    return switch (call.kind) {
      case WAKE -> call.server.sandboxes.wake(caller, call.reference);
      case SLEEP -> call.server.sandboxes.sleep(caller, call.reference);
      case DELETE -> call.server.sandboxes.delete(caller, call.reference);
      case GET -> call.server.sandboxes.get(caller, call.reference);
      case RUN,
          CREATE,
          LIST,
          START_TASK,
          FINISH_TASK,
          PERSON_DELETES,
          PERSON_SLEEPS,
          PERSON_WAKES,
          PERSON_RUNS,
          SWEEP ->
          throw new IllegalArgumentException(call.toString());
    };
  }

  private void list() {
    Call call = call(Call.Kind.LIST, agent, "");
    Caller caller = caller(call);
    List<SandboxView> before = simulation.seenBy(agent);
    Optional<Answer<SandboxPage>> answer =
        ask(call, () -> call.server.sandboxes.list(caller, null, null, null));
    List<SandboxView> after = simulation.seenBy(agent);
    if (answer.isPresent() && answer.get() instanceof Answer.Done<SandboxPage> page) {
      List<UUID> listed = page.value().sandboxes().stream().map(each -> each.id().value()).toList();
      must(listed.stream().distinct().count() == listed.size(), "A sandbox was listed twice (N3).");
      for (SandboxView each : before) {
        must(
            listed.contains(each.id().value())
                || after.stream().noneMatch(later -> later.id().equals(each.id())),
            "Sandbox %s was there all the time and not listed (N3).",
            each.id());
      }
    }
  }

  private void startTask() {
    Call call = call(Call.Kind.START_TASK, agent, "");
    String parent = chance.oneIn(2) ? simulation.someTask(agent) : null;
    Optional<Answer<TaskView>> answer =
        ask(call, () -> call.server.sandboxes.startTask(agent, "Task " + call.word, parent));
    if (answer.isPresent() && answer.get() instanceof Answer.Done<TaskView> started) {
      task = started.value().id();
      simulation.started(agent, started.value());
    }
  }

  private void finishTask() {
    String finished = simulation.someTask(chance.oneIn(3) ? null : agent);
    if (finished == null) {
      return;
    }
    Call call = call(Call.Kind.FINISH_TASK, agent, "");
    Optional<Answer<TaskView>> answer =
        ask(call, () -> call.server.sandboxes.finishTask(agent, finished));
    if (answer.isPresent()) {
      must(
          simulation.isTaskOf(agent, finished) == answer.get() instanceof Answer.Done<TaskView>,
          "%s of task %s by %s came to %s (L4).",
          call,
          finished,
          agent.name(),
          answer.get());
      if (finished.equals(task)) {
        task = null;
      }
    }
  }
}
