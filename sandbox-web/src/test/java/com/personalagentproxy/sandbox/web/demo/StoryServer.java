package com.personalagentproxy.sandbox.web.demo;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.CreateRequest;
import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.InMemoryConnections;
import com.personalagentproxy.sandbox.access.InMemoryExperiments;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.collection.InMemorySandboxStore;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.console.ConnectionView;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.machine.InMemoryMachines;
import com.personalagentproxy.sandbox.move.LocalSettledMoves;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.task.InMemoryTasks;
import com.personalagentproxy.sandbox.time.SettableClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.UUID;

/** A server that the story is told to: the real use cases, over stores in memory. */
final class StoryServer implements AutoCloseable {

  static final String TOKEN = "token-of-the-demo-agent";

  private final OrganizationId organization = new OrganizationId(UUID.randomUUID());
  private final MemberId member = new MemberId(UUID.randomUUID());
  private final Agent agent =
      new Agent(new AgentId(UUID.randomUUID()), "Ada's laptop", member, organization);
  private final Person person = new Person(member, "Ada", organization, Person.Role.OWNER);
  private final InMemoryMachines machines = new InMemoryMachines();
  private final Sandboxes sandboxes;
  private final Console console;
  private final PretendMcp mcp;

  StoryServer(boolean hasGit) {
    InMemoryConnections connections = new InMemoryConnections();
    connections.name(organization, "Analytical Engines");
    connections.name(member, "Ada");
    InMemoryExperiments experiments = new InMemoryExperiments();
    experiments.turnOn(organization);
    machines.runs(new PretendShell(machines, hasGit));
    Ports ports =
        new Ports(
            new InMemorySandboxStore(),
            machines,
            connections,
            experiments,
            new InMemoryTasks(),
            new LocalSettledMoves(),
            Runnable::run,
            SettableClock.atSomeTime(),
            Timing.USUAL);
    sandboxes = new Sandboxes(ports);
    console = new Console(ports);
    try {
      mcp = new PretendMcp(sandboxes, agent, TOKEN);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  URI endpoint() {
    return mcp.endpoint();
  }

  /** The agent's member, who turns deleting on and off without a page. */
  TurnDeleteOn person() {
    return (connection, on) -> {
      boolean was =
          console.connections(person).stream()
              .filter(view -> view.connection().id().toString().equals(connection))
              .findFirst()
              .map(StoryServer::mayDelete)
              .orElseThrow(() -> new IllegalStateException("There is no such connection."));
      ConnectionView unused = console.set(person, connection, Action.DELETE, on).orElseThrow();
      return was;
    };
  }

  /** Whether agents may delete on the member's own connection. */
  boolean mayDelete() {
    return mayDelete(own());
  }

  void turnDelete(boolean on) {
    boolean unused = person().turn(own().connection().id().toString(), on);
  }

  /** Makes a sandbox that has nothing to do with the story. */
  void make(String name) {
    SandboxView unused =
        sandboxes
            .create(new Caller(agent, "another program", null), new CreateRequest(name, null, null))
            .orElseThrow();
  }

  /** The names of the sandboxes there are. */
  List<String> sandboxes() {
    return console.list(person, null, null, null).orElseThrow().sandboxes().stream()
        .map(SandboxView::name)
        .toList();
  }

  private ConnectionView own() {
    return console.connections(person).get(0);
  }

  private static boolean mayDelete(ConnectionView view) {
    return view.settings().getOrDefault(Action.DELETE, false);
  }

  @Override
  public void close() {
    mcp.close();
  }
}
