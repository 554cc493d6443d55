package com.personalagentproxy.sandbox.web.documentation.refusal;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.CommandRequest;
import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.TurnedAway;
import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Arrival;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.command.Follower;
import com.personalagentproxy.sandbox.http.limit.CommandLimit;
import com.personalagentproxy.sandbox.http.limit.Limits;
import com.personalagentproxy.sandbox.http.tool.ToolResult;
import com.personalagentproxy.sandbox.http.tool.Tools;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.NoBackend;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.world.World;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A new world, and calls of tools in it. */
final class Stage {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  final World world;
  final Caller own;

  Stage() {
    this(null);
  }

  /** Likewise, with another backend. */
  Stage(@Nullable MachineBackend backend) {
    world = new World(Timing.USUAL, backend);
    own = World.own(world.laptop);
  }

  /** For the scenes that need no backend of their own, and the one that is about having none. */
  static Stage of(Scene scene) {
    return scene.when().equals(RefusalsPage.NO_BACKEND) ? new Stage(new NoBackend()) : new Stage();
  }

  /** With the sandbox “build”. */
  Stage withBuild() {
    world.make(own, "build");
    return this;
  }

  /** With deleting on for agents. */
  Stage withDelete() {
    world.connections.set(world.ownConnection(own).id(), Action.DELETE, true);
    return this;
  }

  /** What a tool says to Ada's laptop, which it refuses. */
  String call(String tool, String arguments) {
    return call(world.sandboxes, Follower.none(), tool, arguments);
  }

  /** What a tool of another server says. */
  String call(Ports server, String tool, String arguments) {
    return call(new Sandboxes(server), Follower.none(), tool, arguments);
  }

  /** Likewise, to a caller with a follower. */
  String call(Ports server, Follower follower, String tool, String arguments) {
    return call(new Sandboxes(server), follower, tool, arguments);
  }

  /** What a tool says to a caller with a follower. */
  String call(Follower follower, String tool, String arguments) {
    return call(world.sandboxes, follower, tool, arguments);
  }

  private String call(Sandboxes sandboxes, Follower follower, String tool, String arguments) {
    ToolResult result = result(sandboxes, world.laptop, follower, tool, arguments);
    if (!result.isError() || result.structured() != null) {
      throw new AssertionError("%s %s was not refused.".formatted(tool, arguments));
    }
    return result.text();
  }

  private ToolResult result(
      Sandboxes sandboxes, Agent agent, Follower follower, String tool, String arguments) {
    return new Tools(sandboxes, new CommandLimit(Limits.NONE, new TurnedAway(world.ports)))
        .named(tool)
        .orElseThrow()
        .call(new Arrival(agent, null), "test", (ObjectNode) JSON.readTree(arguments), follower);
  }

  /** Runs a command in “build” with an id for the call. */
  void runOnce(String command) {
    world
        .sandboxes
        .run(own, new CommandRequest("build", command, null, null, null, "once"))
        .orElseThrow();
  }

  /** The kind as which the history has a refusal. */
  String kindOf(String sentence) {
    return world.activity.all().stream()
        .map(Entry::verdict)
        .filter(Verdict.Refused.class::isInstance)
        .map(Verdict.Refused.class::cast)
        .filter(each -> each.sentence().equals(sentence))
        .map(each -> each.kind().name().toLowerCase(Locale.ROOT))
        .findFirst()
        .orElseThrow(
            () -> new AssertionError("The history doesn't know of this refusal: " + sentence));
  }
}
