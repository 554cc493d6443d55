package com.personalagentproxy.sandbox;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.access.Offer;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.collection.ListQuery;
import com.personalagentproxy.sandbox.collection.Listing;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxFinder;
import com.personalagentproxy.sandbox.collection.SandboxFinder.Found;
import com.personalagentproxy.sandbox.collection.SandboxPage;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.move.Moved;
import com.personalagentproxy.sandbox.move.Mover;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.task.TaskDesk;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What agents call. Every call is checked in this order: are sandboxes offered, does the agent have
 * access, are the arguments right, is the task its own, may the task work there. A call that is
 * refused for one of these has woken nothing and run nothing (M4). Safe for use by many threads.
 */
public final class Sandboxes {

  private final Ports ports;
  private final Offer offer;
  private final SandboxFinder finder;
  private final TaskDesk tasks;
  private final Holding holding;
  private final Listing listing;
  private final Mover mover;
  private final Making making;
  private final Execution execution;

  public Sandboxes(Ports ports) {
    this.ports = ports;
    this.offer = new Offer(ports.backend(), ports.experiments());
    this.finder = new SandboxFinder(ports.store(), ports.connections());
    this.tasks = new TaskDesk(ports.tasks());
    this.holding = new Holding(ports);
    this.listing = new Listing(ports.store(), ports.tasks(), ports.timing().idleAfter());
    this.mover = new Mover(ports);
    this.making = new Making(ports, mover);
    this.execution = new Execution(ports, holding, mover);
  }

  /** After how long without use a sandbox is put to sleep (M8). */
  public Duration idleAfter() {
    return ports.timing().idleAfter();
  }

  /** Why this agent isn't offered sandboxes at all; empty if it is (C6). */
  public Optional<Refusal> notOffered(Agent agent) {
    return offer.refusal(agent);
  }

  /** Whether the agent may use sandboxes on any connection now: only then is it told of them. */
  public boolean mayUse(Agent agent) {
    return notOffered(agent).isEmpty() && !finder.where(agent, Action.USE).isEmpty();
  }

  /** Starts a task, or a sub-task. */
  public Answer<TaskView> startTask(Agent agent, @Nullable String title, @Nullable String parent) {
    Instant now = ports.now();
    return offered(agent)
        .then(offered -> tasks.start(agent, title, parent, now))
        .map(task -> TaskView.of(task, now));
  }

  /** Finishes a task, for good; what it holds is free then (L3). */
  public Answer<TaskView> finishTask(Agent agent, @Nullable String task) {
    Instant now = ports.now();
    return offered(agent)
        .then(offered -> tasks.finish(agent, task, now))
        .map(finished -> TaskView.of(finished, now));
  }

  /**
   * A page of the sandboxes the agent sees, newest first; the arguments as in {@link ListQuery#of}.
   */
  public Answer<SandboxPage> list(
      Caller caller, @Nullable String state, @Nullable String search, @Nullable String page) {
    return offered(caller.agent())
        .then(offered -> ListQuery.of(state, search, page))
        .then(query -> task(caller).map(task -> query))
        .map(query -> listing.page(finder.where(caller.agent(), Action.SEE), query, ports.now()));
  }

  /** One sandbox, by name or id. */
  public Answer<SandboxView> get(Caller caller, @Nullable String sandbox) {
    return found(caller, sandbox, Action.SEE)
        .then(found -> task(caller).map(task -> view(found.sandbox(), found.connection())));
  }

  /** Makes a sandbox and waits until it is awake (N1, N2). */
  public Answer<SandboxView> create(Caller caller, CreateRequest request) {
    return offered(caller.agent())
        .then(offered -> finder.toMakeIn(caller.agent(), request.connection()))
        .then(connection -> Making.check(caller.agent(), connection, request))
        .then(order -> task(caller).map(task -> order))
        .then(order -> making.make(order).map(made -> view(made.sandbox(), order.connection())));
  }

  /** Wakes a sandbox; one that is awake stays so. */
  public Answer<SandboxView> wake(Caller caller, @Nullable String sandbox) {
    return move(
        caller,
        sandbox,
        Action.USE,
        (found, task) -> mover.wake(found.sandbox(), "It was woken by " + by(caller) + "."));
  }

  /** Puts a sandbox to sleep, unless another task has it or a command runs in it (L7). */
  public Answer<SandboxView> sleep(Caller caller, @Nullable String sandbox) {
    return move(
        caller,
        sandbox,
        Action.USE,
        (found, task) ->
            mover.sleep(
                found.sandbox(),
                row -> holding.refusal(row, task, ports.now()),
                "It was put to sleep by " + by(caller) + "."));
  }

  /**
   * Deletes a sandbox for good, unless another task has it or a command runs in it (L7).
   *
   * @return the sandbox as it was
   */
  public Answer<SandboxView> delete(Caller caller, @Nullable String sandbox) {
    return move(
        caller,
        sandbox,
        Action.DELETE,
        (found, task) ->
            mover.delete(
                found.sandbox(),
                row -> holding.refusal(row, task, ports.now()),
                "It was deleted by " + by(caller) + "."));
  }

  /**
   * Runs a command; see {@link CommandResult}. Takes the sandbox for the task, and wakes it, when
   * need be (L1, M3).
   */
  public Answer<CommandResult> run(Caller caller, CommandRequest request) {
    return found(caller, request.sandbox(), Action.USE)
        .then(
            found ->
                Execution.check(request)
                    .then(
                        command ->
                            task(caller)
                                .then(task -> execution.run(found.sandbox(), task, command))));
  }

  /** What a move of a found sandbox for a task comes to. */
  private interface Deed {
    Answer<Moved> move(Found found, Task task);
  }

  private Answer<SandboxView> move(
      Caller caller, @Nullable String sandbox, Action action, Deed deed) {
    return found(caller, sandbox, action)
        .then(
            found ->
                task(caller)
                    .then(task -> deed.move(found, task))
                    .map(moved -> view(moved.sandbox(), found.connection())));
  }

  private Answer<Found> found(Caller caller, @Nullable String sandbox, Action action) {
    return offered(caller.agent()).then(offered -> finder.find(caller.agent(), sandbox, action));
  }

  private Answer<Agent> offered(Agent agent) {
    return notOffered(agent)
        .<Answer<Agent>>map(Answer::refused)
        .orElseGet(() -> Answer.done(agent));
  }

  private Answer<Task> task(Caller caller) {
    return tasks.speakingFor(caller.agent(), caller.task(), caller.client(), ports.now());
  }

  private SandboxView view(Sandbox row, Connection connection) {
    return listing.view(row, connection, ports.now());
  }

  private static String by(Caller caller) {
    return "agent " + Words.named(caller.agent().name());
  }
}
