package com.personalagentproxy.sandbox.web.documentation.refusal;

import static com.personalagentproxy.sandbox.web.documentation.refusal.ArgumentScenes.exec;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.CreateRequest;
import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.world.LongCommands;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.util.List;

/** What an agent may not do, or not now, since it is switched off, another's or in use. */
final class AccessScenes {

  private static final String GET = "{\"sandbox\": \"build\"}";

  private AccessScenes() {}

  static List<Scene> all() {
    return List.of(
        new Scene(
            "the organization has sandboxes off",
            stage -> {
              stage.world.experiments.turnOff(stage.world.organization);
              return stage.call("sandboxes_list", "{}");
            }),
        new Scene("seeing is off", stage -> off(stage, Action.SEE)),
        new Scene("using is off", stage -> off(stage, Action.USE)),
        new Scene("deleting is off", stage -> stage.withBuild().call("sandboxes_delete", GET)),
        new Scene(
            "nothing may be used anywhere",
            stage -> {
              stage.world.connections.set(
                  stage.world.ownConnection(stage.own).id(), Action.SEE, false);
              return stage.call("sandboxes_create", "{\"name\": \"build\"}");
            }),
        new Scene(
            "there is no such sandbox, or not for this agent",
            stage -> stage.call("sandboxes_get", GET)),
        new Scene(
            "two connections have one of that name",
            stage -> {
              shared(stage.withBuild(), "build");
              return stage.call("sandboxes_get", GET);
            }),
        new Scene(
            "the name is taken",
            stage -> stage.withBuild().call("sandboxes_create", "{\"name\": \"Build\"}")),
        new Scene(
            "there is no such connection, or not for this agent",
            stage ->
                stage
                    .withBuild()
                    .call("sandboxes_create", "{\"name\": \"docs\", \"connection\": \"Bob's\"}")),
        new Scene(
            "more than one connection may be used, and none is named",
            stage -> {
              shared(stage.withBuild(), "shared");
              return stage.call("sandboxes_create", "{\"name\": \"docs\"}");
            }),
        new Scene(
            "two connections have the name that is given",
            stage -> {
              shared(stage.withBuild(), "shared");
              stage.world.connections.name(stage.world.organization, "Ada");
              return stage.call(
                  "sandboxes_create", "{\"name\": \"docs\", \"connection\": \"Sandboxes of Ada\"}");
            }),
        new Scene(
            "there is no such task, or it is another agent's",
            stage ->
                stage
                    .withBuild()
                    .call(
                        "sandboxes_get",
                        "{\"sandbox\": \"build\", \"task\": \"%s\"}"
                            .formatted(stage.world.start(stage.world.phone, "Other").task()))),
        new Scene(
            "the task is finished",
            stage -> {
              Caller fix = stage.withBuild().world.start(stage.world.laptop, "Fix the flaky test");
              stage.world.finish(fix);
              return stage.call(
                  "sandbox_exec", exec("make", "\"task\": \"%s\"".formatted(fix.task())));
            }),
        new Scene(
            "another task has the sandbox",
            stage -> {
              World world = stage.withBuild().world;
              world
                  .run(world.start(world.phone, "Fix the flaky test"), "build", "make")
                  .orElseThrow();
              world.clock.advance(Duration.ofMinutes(3));
              return stage.call("sandbox_exec", exec("make", null));
            }),
        new Scene(
            "it would put to sleep, or delete, what a command of its own runs in",
            stage -> {
              LongCommands.Running running =
                  new LongCommands(stage.withBuild().world).run(stage.own, "build");
              String said = stage.call("sandboxes_sleep", GET);
              running.ends();
              return said;
            }));
  }

  private static String off(Stage stage, Action action) {
    World world = stage.withBuild().world;
    shared(stage, "shared");
    world.connections.set(world.ownConnection(stage.own).id(), action, false);
    return stage.call(
        action == Action.SEE ? "sandboxes_create" : "sandbox_exec",
        action == Action.SEE
            ? "{\"name\": \"docs\", \"connection\": \"Sandboxes of Ada\"}"
            : exec("make", null));
  }

  /** With the organization's connection in use too. */
  private static void shared(Stage stage, String name) {
    stage.world.share(Action.SEE, Action.USE);
    stage
        .world
        .sandboxes
        .create(
            stage.own,
            new CreateRequest(name, stage.world.sharedConnection().id().toString(), null))
        .orElseThrow();
  }
}
