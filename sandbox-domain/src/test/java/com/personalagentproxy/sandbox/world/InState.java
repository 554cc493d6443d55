package com.personalagentproxy.sandbox.world;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.CommandRequest;
import com.personalagentproxy.sandbox.CreateRequest;
import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.MoveTable.Ask;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.move.Sweeper;
import com.personalagentproxy.sandbox.move.Timing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The sandbox “build” of a world, brought into a state by one server; what is asked of it then goes
 * to another, on which it can be seen what is claimed and who waits. A move under way is held up at
 * the backend until it is let go.
 */
public final class InState {

  /** Who asks. */
  public enum Who {
    AGENT,
    PERSON,
    SWEEPER
  }

  private static final String KEY = "the key that made it";

  private static final Duration IDLE = Timing.USUAL.idleAfter();
  private static final Duration LATE = Timing.USUAL.makeWithin();

  private final World world = new World();
  private final Caller task;
  private final WatchedStore store;
  private final WatchedMoves moves;
  private final Ports other;
  private final List<Gate> gates = new ArrayList<>();
  private final List<CompletableFuture<?>> calls = new ArrayList<>();
  private final SandboxId id;

  private InState(StateName state, Duration idle) {
    task = world.start(world.laptop, "Fix the flaky test");
    world.connections.set(world.ownConnection(task).id(), Action.DELETE, true);
    bring(state, idle);
    id = world.sandboxes.get(task, "build").orElseThrow().id();
    if (state == StateName.LOST) {
      world.machines.lose(id.machine());
      world.run(task, "build", "true");
    }
    store = new WatchedStore(world.store);
    moves = new WatchedMoves(world.ports.settledMoves());
    other = Altered.settledMoves(Altered.store(world.ports, store.store()), moves);
  }

  /** One in that state, and the time it is for what the sweeper is to be asked. */
  public static InState of(StateName state, Ask ask) {
    InState sandbox = new InState(state, ask == Ask.SLEEP_IDLE ? IDLE : Duration.ZERO);
    if (ask == Ask.REPAIR) {
      sandbox.world.clock.advance(LATE);
    }
    return sandbox;
  }

  private void bring(StateName state, Duration idle) {
    switch (state) {
      case CREATING -> heldUp(Verb.MAKE, this::create);
      case AWAKE, LOST -> createAndLeave(idle);
      case FALLING_ASLEEP -> {
        createAndLeave(idle);
        heldUp(Verb.SLEEP, () -> world.sandboxes.sleep(task, "build"));
      }
      case ASLEEP -> createAndSleep(idle);
      case WAKING -> {
        createAndSleep(idle);
        heldUp(Verb.WAKE, () -> world.sandboxes.wake(task, "build"));
      }
      case DELETING -> {
        createAndLeave(idle);
        heldUp(Verb.DELETE, () -> world.sandboxes.delete(task, "build"));
      }
    }
  }

  private Answer<?> create() {
    return world.sandboxes.create(
        task, new CreateRequest("build", world.ownConnection(task).id().toString(), KEY));
  }

  private void createAndLeave(Duration idle) {
    create();
    world.clock.advance(idle);
  }

  private void createAndSleep(Duration idle) {
    createAndLeave(idle);
    world.sandboxes.sleep(task, "build").orElseThrow();
  }

  private void heldUp(Verb verb, Supplier<Answer<?>> call) {
    Gate gate = world.machines.blockNext(verb);
    gates.add(gate);
    calls.add(Aside.calls(call));
    gate.awaitReached();
  }

  /** Asks, and comes back with the answer; a sweep always has one. */
  public Answer<?> ask(Ask ask, Who who) {
    return switch (who) {
      case AGENT -> agentAsks(new Sandboxes(other), ask);
      case PERSON -> personAsks(new Console(other), ask);
      case SWEEPER -> Answer.done(new Sweeper(other).sweep());
    };
  }

  /** An agent asks a server on which waiting takes no time. */
  public Answer<?> agentAsks(PassingTime time, Ask ask) {
    return agentAsks(new Sandboxes(Altered.passing(world.ports, time)), ask);
  }

  /** What the list shows of all sandboxes in that state. */
  public List<SandboxView> listed(StateName state) {
    return world.sandboxes.list(task, state.word(), null, null).orElseThrow().sandboxes();
  }

  /** What the list shows of all sandboxes. */
  public List<SandboxView> listed() {
    return world.sandboxes.list(task, null, null, null).orElseThrow().sandboxes();
  }

  private Answer<?> agentAsks(Sandboxes sandboxes, Ask ask) {
    String home = world.ownConnection(task).id().toString();
    return switch (ask) {
      case MAKE -> sandboxes.create(task, new CreateRequest("Build", home, null));
      case MAKE_AGAIN -> sandboxes.create(task, new CreateRequest("build", home, KEY));
      case RUN -> sandboxes.run(task, new CommandRequest("build", "true", null, null, null));
      case WAKE -> sandboxes.wake(task, "build");
      case SLEEP -> sandboxes.sleep(task, "build");
      case DELETE -> sandboxes.delete(task, "build");
      case SLEEP_IDLE, REPAIR -> throw new AssertionError("Only the sweeper asks for " + ask);
    };
  }

  private Answer<?> personAsks(Console console, Ask ask) {
    return switch (ask) {
      case WAKE -> console.wake(world.ada, id.toString());
      case SLEEP -> console.sleep(world.ada, id.toString());
      case DELETE -> console.delete(world.ada, id.toString());
      case MAKE, MAKE_AGAIN, RUN, SLEEP_IDLE, REPAIR ->
          throw new AssertionError("No person asks for " + ask);
    };
  }

  /** The row as the store has it. */
  public Sandbox row() {
    return world.row(id);
  }

  /** Whether it is there and a move is under way. */
  public boolean isOnTheWay() {
    return world.store.find(id).filter(row -> row.state().name().isOnTheWay()).isPresent();
  }

  /** The claims that were won by what was asked. */
  public List<WatchedStore.Claim> claims() {
    return store.claims();
  }

  /** How many calls have come to the backend. */
  public int callsOfTheBackend() {
    return world.machines.calls().size();
  }

  /** How many calls of that verb have come to the backend. */
  public int callsOfTheBackend(Verb verb) {
    return world.machines.calls(verb);
  }

  /** Comes back when who asked has begun to wait. */
  public void awaitSomebodyWaiting() {
    moves.awaitSomebodyWaiting();
  }

  /**
   * Lets the move that is held up go on, and comes back when whoever asked for it has its answer.
   */
  public void letGo() {
    gates.forEach(Gate::open);
    calls.forEach(CompletableFuture::join);
  }
}
