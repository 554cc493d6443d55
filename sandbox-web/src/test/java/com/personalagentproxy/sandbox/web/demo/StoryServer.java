package com.personalagentproxy.sandbox.web.demo;

import com.personalagentproxy.sandbox.TurnedAway;
import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Arrival;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.console.ConnectionView;
import com.personalagentproxy.sandbox.http.Agents;
import com.personalagentproxy.sandbox.http.HttpServer;
import com.personalagentproxy.sandbox.http.HttpSettings;
import com.personalagentproxy.sandbox.http.limit.CommandLimit;
import com.personalagentproxy.sandbox.http.limit.Limits;
import com.personalagentproxy.sandbox.http.mcp.McpRoutes;
import com.personalagentproxy.sandbox.web.page.PageSettings;
import com.personalagentproxy.sandbox.web.page.PageSources;
import com.personalagentproxy.sandbox.web.page.Pages;
import com.personalagentproxy.sandbox.web.page.Sessions;
import com.personalagentproxy.sandbox.world.World;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A world that is served over MCP as it is to agents, and whose machines pretend to be shells. */
final class StoryServer implements AutoCloseable {

  static final String TOKEN = "token-of-the-demo-agent";

  final World world = new World();

  private final Agent agent = world.laptop;
  private final PretendShell shell;
  private final HttpServer server;

  StoryServer(boolean hasGit) {
    shell = new PretendShell(world.machines, hasGit);
    world.machines.runs(shell);
    Agents agents =
        token -> Optional.of(new Arrival(agent, null)).filter(arrival -> token.equals(TOKEN));
    server =
        HttpServer.start(
            HttpSettings.loopback(0),
            List.of(
                new McpRoutes(
                    world.sandboxes,
                    agents,
                    new CommandLimit(Limits.NONE, new TurnedAway(world.ports)),
                    "0.1.0-test"),
                new Pages(
                    PageSources.of(world.console),
                    new OneCode(world.ada),
                    new PageSettings(null, Optional::empty, null),
                    world.clock,
                    List.of())));
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:%d/mcp".formatted(server.port()));
  }

  /** The link that signs the agent's member in to the page, once. */
  URI signInLink() {
    return endpoint().resolve("/sign-in?code=" + OneCode.CODE);
  }

  /** The agent's member, who turns deleting on and off without a page. */
  TurnDeleteOn person() {
    return (connection, on) -> {
      boolean was = mayDelete();
      ConnectionView unused =
          world.console.set(world.ada, connection, Action.DELETE, on).orElseThrow();
      return was;
    };
  }

  /** Whether agents may delete on the member's own connection. */
  boolean mayDelete() {
    return world
        .connections
        .settings(own())
        .forAll(world.ownConnection(World.own(agent)).owner())
        .getOrDefault(Action.DELETE, false);
  }

  void turnDelete(boolean on) {
    world.connections.set(own(), Action.DELETE, on);
  }

  /** Lets agents use the organization's connection too. */
  void shareWithAll() {
    world.share(Action.SEE, Action.USE);
  }

  /** From now on, processes outlive sleep and their command's time. */
  void leaveProcessesRunning() {
    shell.leaveProcessesRunning();
  }

  /** From now on, what a command starts in the background ends with it. */
  void endBackgroundProcessesWithTheirCommand() {
    shell.endBackgroundProcessesWithTheirCommand();
  }

  /** Makes a sandbox that has nothing to do with the story. */
  void make(String name) {
    SandboxView unused = world.make(World.own(agent), name);
  }

  /** The names of the sandboxes there are. */
  List<String> sandboxes() {
    return world.console.list(world.ada, null, null, null).orElseThrow().sandboxes().stream()
        .map(SandboxView::name)
        .toList();
  }

  /** The id of the member's own connection. */
  String connection() {
    return own().toString();
  }

  private ConnectionId own() {
    return world.ownConnection(World.own(agent)).id();
  }

  @Override
  public void close() {
    server.close();
  }

  /** Lets one person in, once. */
  private static final class OneCode implements Sessions {

    static final String CODE = "letmein";
    private static final String SESSION = "session-of-the-person";

    private final AtomicBoolean used = new AtomicBoolean();
    private final Person person;

    OneCode(Person person) {
      this.person = person;
    }

    @Override
    public Optional<String> begin(String given, @Nullable String browser) {
      return given.equals(CODE) && used.compareAndSet(false, true)
          ? Optional.of(SESSION)
          : Optional.empty();
    }

    @Override
    public Optional<Person> whose(String given) {
      return given.equals(CODE) && !used.get() ? Optional.of(person) : Optional.empty();
    }

    @Override
    public Optional<Person> person(String session) {
      return session.equals(SESSION) ? Optional.of(person) : Optional.empty();
    }

    @Override
    public void end(String session) {}
  }
}
