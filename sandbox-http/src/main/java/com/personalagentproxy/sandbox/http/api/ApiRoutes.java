package com.personalagentproxy.sandbox.http.api;

import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.TurnedAway;
import com.personalagentproxy.sandbox.console.ChangeFeed;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.http.Agents;
import com.personalagentproxy.sandbox.http.CallThreads;
import com.personalagentproxy.sandbox.http.People;
import com.personalagentproxy.sandbox.http.Routes;
import com.personalagentproxy.sandbox.http.SessionName;
import com.personalagentproxy.sandbox.http.limit.CommandLimit;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.util.List;
import java.util.stream.Stream;

/** All that is served under {@code /api}. */
public final class ApiRoutes implements Routes {

  private static final String DESCRIPTION = "/api/openapi.yaml";

  private final ApiDoor door;
  private final List<Resource> resources;
  private final String description;
  private final Followers followers;

  /**
   * Who may call.
   *
   * @param agents whose token that is, asked once for a request; may count how often
   * @param people likewise
   * @param sameAgents asked again while a request is worked on, and by what keeps it up to date
   * @param samePeople likewise
   * @param session under which name browsers send their sessions
   */
  public record Callers(
      Agents agents,
      People people,
      Agents sameAgents,
      People samePeople,
      SessionName session,
      OrganizationAgents ofOrganizations) {}

  /**
   * The routes.
   *
   * @param commands how many may run at once
   * @param turnedAway where agents are written down who follow too often at once
   * @param description of all of them, in OpenAPI
   */
  public ApiRoutes(
      Sandboxes sandboxes,
      Console console,
      ChangeFeed changes,
      Callers callers,
      CommandLimit commands,
      TurnedAway turnedAway,
      String description) {
    this(
        sandboxes,
        console,
        changes,
        CallThreads.named("exec"),
        callers,
        commands,
        turnedAway,
        description);
  }

  ApiRoutes(
      Sandboxes sandboxes,
      Console console,
      ChangeFeed changes,
      CallThreads threads,
      Callers callers,
      CommandLimit commands,
      TurnedAway turnedAway,
      String description) {
    this.followers = new Followers(changes);
    this.door = new ApiDoor(callers);
    this.description = description;
    Commands running = new Commands(sandboxes, console, commands);
    this.resources =
        Stream.of(
                new MeResource(sandboxes, console).all(),
                new SandboxResources(sandboxes, console).all(),
                new ExecResource(running, threads).all(),
                new FileResources(running).all(),
                new TaskResources(sandboxes, console).all(),
                new ConnectionResources(console, callers.ofOrganizations()).all(),
                new ActivityResources(console).all(),
                new EventResource(sandboxes, console, followers, turnedAway).all())
            .flatMap(List::stream)
            .toList();
  }

  @Override
  public void addTo(JavalinConfig config) {
    for (Resource resource : resources) {
      config.routes.addHttpHandler(
          resource.method(), resource.path(), context -> answer(resource, context));
    }
    config.events.serverStopping(followers::end);
    config.routes.get(
        DESCRIPTION, context -> context.contentType("application/yaml").result(description));
  }

  private void answer(Resource resource, Context context) throws Exception {
    resource.deed().answer(new Call(context, door, resource.parameters()));
  }
}
