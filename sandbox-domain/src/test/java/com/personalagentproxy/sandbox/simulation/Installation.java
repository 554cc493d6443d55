package com.personalagentproxy.sandbox.simulation;

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
import com.personalagentproxy.sandbox.collection.InMemorySandboxStore;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.task.InMemoryTasks;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** What all servers share: who there is, what is stored, and the backend. */
final class Installation {

  private static final Instant BEGINNING = Instant.parse("2026-03-01T09:00:00Z");

  final Scheduler scheduler;
  final Story story;
  final InMemoryActivity activity = new InMemoryActivity();
  final InMemorySandboxStore store = new InMemorySandboxStore(activity);
  final InMemoryConnections connections;
  final InMemoryExperiments experiments = new InMemoryExperiments();
  final InMemoryTasks tasks;
  final SimulatedMachines machines;
  final LaggingCopy copy;

  final Person ada;
  final Person bob;
  final Agent laptop;
  final Agent phone;
  final Agent bobs;

  /** The organization's connection, on which everything is on. */
  final Connection shared;

  Installation(Scheduler scheduler, Chance chance, Story story) {
    this.scheduler = scheduler;
    this.story = story;
    this.connections = new InMemoryConnections(chance::id);
    this.tasks = new InMemoryTasks(chance::id);
    this.machines = new SimulatedMachines(this, chance);
    this.copy = new LaggingCopy(this, chance);
    OrganizationId organization = new OrganizationId(chance.id());
    ada = new Person(new MemberId(chance.id()), "Ada", organization, Person.Role.OWNER);
    bob = new Person(new MemberId(chance.id()), "Bob", organization, Person.Role.MEMBER);
    laptop = agent(chance, "laptop", ada);
    phone = agent(chance, "phone", ada);
    bobs = agent(chance, "bob's agent", bob);
    connections.name(organization, "Engines");
    connections.name(ada.member(), "Ada");
    connections.name(bob.member(), "Bob");
    experiments.turnOn(organization);
    shared = connections.reachedBy(laptop).get(1);
    for (Action action : Action.values()) {
      connections.set(shared.id(), action, true);
    }
    for (Person person : List.of(ada, bob)) {
      connections.set(connections.seenBy(person).get(0).id(), Action.DELETE, true);
    }
  }

  private static Agent agent(Chance chance, String name, Person member) {
    return new Agent(new AgentId(chance.id()), name, member.member(), member.organization());
  }

  /**
   * The store as a server sees it: which sandboxes there are is answered from a copy that lags
   * behind, as the port allows.
   */
  SandboxStore storeThatLags() {
    return (SandboxStore)
        Proxy.newProxyInstance(
            SandboxStore.class.getClassLoader(),
            new Class<?>[] {SandboxStore.class},
            (proxy, method, arguments) -> {
              try {
                return method.getName().equals("known")
                    ? copy.known((Collection<?>) arguments[0])
                    : method.invoke(store, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  /** The true time, which no server knows. */
  Instant now() {
    return BEGINNING.plusNanos(scheduler.now());
  }
}
