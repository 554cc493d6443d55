package com.personalagentproxy.sandbox;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.access.Standing;
import com.personalagentproxy.sandbox.activity.AskedCommand;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.StorageException;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.collection.ListQuery;
import com.personalagentproxy.sandbox.collection.Listing;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxFinder.Found;
import com.personalagentproxy.sandbox.collection.SandboxPage;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Follower;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.move.Moved;
import com.personalagentproxy.sandbox.move.Mover;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What agents call. Every call is checked in this order: are sandboxes offered, does the agent have
 * access, are the arguments right, is the task its own, may the task work there. A call that is
 * refused for one of these has woken nothing and run nothing (M4). Each is written down before it
 * is answered (H1). Safe for use by many threads.
 */
public final class Sandboxes {

  private final Ports ports;
  private final Scribe scribe;
  private final Checks checks;
  private final Holding holding;
  private final Listing listing;
  private final Mover mover;
  private final Making making;
  private final Execution execution;

  public Sandboxes(Ports ports) {
    this.ports = ports;
    this.scribe = new Scribe(ports);
    this.checks = new Checks(ports);
    this.holding = new Holding(ports);
    this.listing = new Listing(ports.store(), ports.tasks(), ports.timing().idleAfter());
    this.mover = new Mover(ports);
    this.making = new Making(ports, mover);
    this.execution = new Execution(ports, checks, holding, mover);
  }

  /** After how long without use a sandbox is put to sleep (M8). */
  public Duration idleAfter() {
    return ports.timing().idleAfter();
  }

  /** Why this agent isn't offered sandboxes at all; empty if it is (C6). */
  public Optional<Refusal> notOffered(Agent agent) {
    return checks.offered(agent) instanceof Answer.Refused<Standing> refused
        ? Optional.of(refused.refusal())
        : Optional.empty();
  }

  /** How the agent stands now: what it may do where; refused where sandboxes aren't offered. */
  public Answer<Standing> standing(Agent agent) {
    return checks.offered(agent);
  }

  /** Whether the agent may use sandboxes on any connection now: only then is it told of them. */
  public boolean mayUse(Agent agent) {
    return checks.offered(agent) instanceof Answer.Done<Standing> offered
        && !offered.value().where(Action.USE).isEmpty();
  }

  /** Starts a task, or a sub-task. */
  public Answer<TaskView> startTask(Agent agent, @Nullable String title, @Nullable String parent) {
    return scribe.written(
        Deed.START_TASK,
        agent,
        draft -> {
          draft.named(title);
          Instant now = ports.now();
          return checks
              .atDesk(agent, tasks -> tasks.start(agent, title, parent, now))
              .map(task -> view(task, now, draft));
        });
  }

  /** Finishes a task, for good; what it holds is free then (L3). */
  public Answer<TaskView> finishTask(Agent agent, @Nullable String task) {
    return scribe.written(
        Deed.FINISH_TASK,
        agent,
        draft -> {
          draft.named(task);
          Instant now = ports.now();
          return checks
              .atDesk(agent, tasks -> tasks.finish(agent, task, now))
              .map(finished -> view(finished, now, draft));
        });
  }

  /**
   * A page of the sandboxes the agent sees, newest first; the arguments as in {@link ListQuery#of}.
   */
  public Answer<SandboxPage> list(
      Caller caller, @Nullable String state, @Nullable String search, @Nullable String page) {
    return scribe.written(
        Deed.LIST,
        caller.agent(),
        draft ->
            checks
                .offered(caller)
                .then(
                    standing ->
                        ListQuery.of(state, search, page)
                            .then(query -> checks.task(caller, draft).map(task -> query))
                            .map(
                                query ->
                                    listing.page(standing.where(Action.SEE), query, ports.now()))));
  }

  /**
   * The connections whose sandboxes the agent sees: what a {@code ChangeFeed} is given to follow
   * them. It is for no task: a stream that comes back by itself must not keep one under way.
   */
  public Answer<Set<ConnectionId>> follow(Agent agent) {
    return scribe.written(Deed.FOLLOW, agent, draft -> checks.offered(agent).map(Standing::seen));
  }

  /** One sandbox, by name or id. */
  public Answer<SandboxView> get(Caller caller, @Nullable String sandbox) {
    return scribe.written(
        Deed.GET,
        caller.agent(),
        draft ->
            found(caller, sandbox, Action.SEE, draft)
                .then(
                    found ->
                        checks
                            .task(caller, draft)
                            .map(task -> view(found.sandbox(), found.connection()))));
  }

  /** Makes a sandbox and waits until it is awake (N1, N2). */
  public Answer<SandboxView> create(Caller caller, CreateRequest request) {
    return scribe.written(
        Deed.CREATE,
        caller.agent(),
        draft -> {
          draft.named(request.name());
          return checks
              .offered(caller)
              .then(standing -> checks.toMakeIn(standing, request.connection()))
              .then(connection -> Making.check(caller.agent(), connection, request))
              .then(order -> checks.task(caller, draft).map(task -> order))
              .then(order -> make(order, draft));
        });
  }

  private Answer<SandboxView> make(Making.Order order, Draft draft) {
    draft.named(order.name().text(), order.connection().id());
    return making
        .make(order)
        .map(
            made -> {
              draft.found(made.sandbox());
              return StorageException.afterwards(() -> view(made.sandbox(), order.connection()));
            });
  }

  /** Wakes a sandbox; one that is awake stays so. */
  public Answer<SandboxView> wake(Caller caller, @Nullable String sandbox) {
    return move(
        Deed.WAKE,
        caller,
        sandbox,
        Action.USE,
        (found, task) -> mover.wake(found.sandbox(), "It was woken by " + by(caller) + "."));
  }

  /** Puts a sandbox to sleep, unless another task has it or a command runs in it (L7). */
  public Answer<SandboxView> sleep(Caller caller, @Nullable String sandbox) {
    return move(
        Deed.SLEEP,
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
        Deed.DELETE,
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
   * need be (L1, M3). The same call with the same {@code exec_id} again is answered with the first
   * one's result, and runs nothing (X11).
   */
  public Answer<CommandResult> run(Caller caller, CommandRequest request) {
    return run(caller, request, Follower.none());
  }

  /**
   * Likewise, with somebody who follows the command and may stop it. One that was stopped before it
   * was begun is refused with {@link Refusal.Stopped}, and what woke for it stays awake; one that
   * was stopped while it ran comes to {@link Outcome.Lost}, which says why.
   */
  public Answer<CommandResult> run(Caller caller, CommandRequest request, Follower follower) {
    return scribe.written(
        Deed.EXEC,
        caller.agent(),
        draft -> {
          if (request.command() != null) {
            draft.command(AskedCommand.of(request.command(), null));
          }
          draft.named(request.sandbox());
          return checks
              .offered(caller)
              .then(standing -> execution.run(standing, caller, request, follower, draft));
        });
  }

  /**
   * Refuses a call that the door can't take, such as one whose arguments are wrong, before there
   * was anything to ask for here. It is written down like any other, and an agent that isn't
   * offered sandboxes hears of that instead (C6).
   *
   * @param named what the call named, if it did
   */
  public <T> Answer<T> refuse(Caller caller, Deed deed, @Nullable String named, Refusal why) {
    return scribe.written(
        deed,
        caller.agent(),
        draft -> {
          draft.named(named);
          return checks.offered(caller).then(standing -> Answer.refused(why));
        });
  }

  /** What a move of a found sandbox for a task comes to. */
  private interface Ask {
    Answer<Moved> move(Found found, Task task);
  }

  private Answer<SandboxView> move(
      Deed deed, Caller caller, @Nullable String sandbox, Action action, Ask ask) {
    return scribe.written(
        deed,
        caller.agent(),
        draft ->
            found(caller, sandbox, action, draft)
                .then(
                    found ->
                        checks
                            .task(caller, draft)
                            .then(task -> ask.move(found, task))
                            .map(
                                moved ->
                                    StorageException.afterwards(
                                        () -> view(moved.sandbox(), found.connection())))));
  }

  private Answer<Found> found(Caller caller, @Nullable String sandbox, Action action, Draft draft) {
    draft.named(sandbox);
    return checks.offered(caller).then(standing -> checks.found(standing, sandbox, action, draft));
  }

  private static TaskView view(Task task, Instant now, Draft draft) {
    // The entry names the task by itself.
    draft.named(null);
    return TaskView.of(draft.isFor(task), now);
  }

  private SandboxView view(Sandbox row, Connection connection) {
    return listing.view(row, connection, ports.now());
  }

  private static String by(Caller caller) {
    return "agent " + Words.named(caller.agent().name());
  }
}
