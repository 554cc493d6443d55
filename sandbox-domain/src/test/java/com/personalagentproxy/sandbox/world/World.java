package com.personalagentproxy.sandbox.world;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.CommandRequest;
import com.personalagentproxy.sandbox.CreateRequest;
import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.access.InMemoryConnections;
import com.personalagentproxy.sandbox.access.InMemoryExperiments;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.activity.InMemoryActivity;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.InMemorySandboxStore;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.life.InMemoryChronicle;
import com.personalagentproxy.sandbox.machine.InMemoryMachines;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.move.Census;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.move.Surroundings;
import com.personalagentproxy.sandbox.move.Sweeper;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.task.InMemoryTasks;
import com.personalagentproxy.sandbox.task.TaskId;
import com.personalagentproxy.sandbox.time.SettableClock;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An organization with Ada, who owns it and has two agents, and Bob, a member with one; their
 * sandboxes in memory; and a clock that stands still until it is told.
 */
public final class World {

  public static final Instant BEGINNING = Instant.parse("2026-03-01T09:00:00Z");

  public final OrganizationId organization = new OrganizationId(UUID.randomUUID());
  public final Person ada =
      new Person(new MemberId(UUID.randomUUID()), "Ada", organization, Person.Role.OWNER);
  public final Person bob =
      new Person(new MemberId(UUID.randomUUID()), "Bob", organization, Person.Role.MEMBER);
  public final Agent laptop = agentOf(ada, "Ada's laptop");
  public final Agent phone = agentOf(ada, "Ada's phone");
  public final Agent bobs = agentOf(bob, "Bob's agent");

  public final SettableClock clock = new SettableClock(BEGINNING);
  public final InMemoryActivity activity = new InMemoryActivity();
  public final InMemorySandboxStore store = new InMemorySandboxStore(activity);
  public final InMemoryMachines machines = new InMemoryMachines(clock);
  public final InMemoryConnections connections = new InMemoryConnections();
  public final InMemoryExperiments experiments = new InMemoryExperiments();
  public final InMemoryTasks tasks = new InMemoryTasks();

  public final Ports ports;
  public final Sandboxes sandboxes;
  public final Console console;
  public final Sweeper sweeper;
  public final Census census;

  public World() {
    this(Timing.USUAL, null);
  }

  /**
   * A world with other times, or another backend.
   *
   * @param backend {@link #machines} if absent
   */
  public World(Timing timing, @Nullable MachineBackend backend) {
    connections.name(organization, "Analytical Engines");
    connections.name(ada.member(), "Ada");
    connections.name(bob.member(), "Bob");
    experiments.turnOn(organization);
    ports =
        new Ports(
                store,
                backend == null ? machines : backend,
                connections,
                experiments,
                tasks,
                activity,
                Surroundings.of(World::onOwnThread, clock),
                timing)
            .chronicle(new InMemoryChronicle(store));
    sandboxes = new Sandboxes(ports);
    console = new Console(ports);
    sweeper = new Sweeper(ports);
    census = new Census(ports);
  }

  private static Agent agentOf(Person member, String name) {
    return new Agent(new AgentId(UUID.randomUUID()), name, member.member(), member.organization());
  }

  private static void onOwnThread(Runnable move) {
    Thread thread = new Thread(move, "move");
    thread.setDaemon(true);
    thread.start();
  }

  /** The agent's calls for its own task. */
  public static Caller own(Agent agent) {
    return new Caller(agent, "test client", null);
  }

  /** The agent's calls for a task. */
  public static Caller with(Agent agent, String task) {
    return new Caller(agent, "test client", task);
  }

  /** The task that the calls are for; the caller names one. */
  public static TaskId taskOf(Caller caller) {
    return new TaskId(UUID.fromString(String.valueOf(caller.task())));
  }

  /** Starts a task and gives the calls for it. */
  public Caller start(Agent agent, String title) {
    return with(agent, sandboxes.startTask(agent, title, null).orElseThrow().id());
  }

  /** Starts a sub-task of the caller's task. */
  public Caller startBelow(Caller parent, Agent agent, String title) {
    return with(agent, sandboxes.startTask(agent, title, parent.task()).orElseThrow().id());
  }

  /** Finishes the caller's task. */
  public void finish(Caller caller) {
    sandboxes.finishTask(caller.agent(), caller.task()).orElseThrow();
  }

  /** Makes a sandbox in the caller's own connection. */
  public SandboxView make(Caller caller, String name) {
    return sandboxes
        .create(caller, new CreateRequest(name, ownConnection(caller).id().toString(), null))
        .orElseThrow();
  }

  /** Asks to run a command. */
  public Answer<CommandResult> run(Caller caller, String sandbox, String command) {
    return sandboxes.run(caller, new CommandRequest(sandbox, command, null, null, null));
  }

  /** The connection of the caller's member. */
  public Connection ownConnection(Caller caller) {
    return connections.reachedBy(caller.agent()).get(0);
  }

  /** The connection of the organization. */
  public Connection sharedConnection() {
    return connections.reachedBy(laptop).get(1);
  }

  /** Turns actions on for agents on the organization's connection. */
  public void share(Action... actions) {
    for (Action action : actions) {
      connections.set(sharedConnection().id(), action, true);
    }
  }

  /** The row as the store has it. */
  public Sandbox row(SandboxView sandbox) {
    return row(sandbox.id());
  }

  /** The row as the store has it. */
  public Sandbox row(SandboxId sandbox) {
    return store.find(sandbox).orElseThrow();
  }

  /** The refusal's sentence; fails if the call wasn't refused. */
  public static String sentence(Answer<?> answer) {
    return refusal(answer).sentence();
  }

  /** The refusal; fails if the call wasn't refused. */
  public static Refusal refusal(Answer<?> answer) {
    if (answer instanceof Answer.Refused<?> refused) {
      return refused.refusal();
    }
    throw new AssertionError("It was not refused but came to " + answer + ".");
  }
}
