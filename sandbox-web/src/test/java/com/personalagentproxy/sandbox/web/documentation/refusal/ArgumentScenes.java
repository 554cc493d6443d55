package com.personalagentproxy.sandbox.web.documentation.refusal;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.CreateRequest;
import com.personalagentproxy.sandbox.task.Task;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Arguments that are wrong in themselves. */
final class ArgumentScenes {

  private ArgumentScenes() {}

  static List<Scene> all() {
    return List.of(
        says("one that is required isn't there", "sandboxes_get", "{}"),
        says("it is null", "sandboxes_get", "{\"sandbox\": null}"),
        says("one that may be left out is null", "sandboxes_list", "{\"search\": null}"),
        says("it is of another kind", "sandboxes_get", "{\"sandbox\": 7}"),
        says("a number is written as a text", "sandbox_exec", exec("ls", "\"timeout\": \"60\"")),
        says("it is none of the words there are", "sandboxes_list", "{\"state\": \"dead\"}"),
        says(
            "the tool has no such argument",
            "sandboxes_get",
            "{\"sandbox\": \"build\", \"color\": \"red\"}"),
        says("a text can't be written in UTF-8", "tasks_start", "{\"title\": \"\\ud800\"}"),
        says("sandbox is empty", "sandboxes_get", "{\"sandbox\": \"\"}"),
        says("a name or a title is empty", "tasks_start", "{\"title\": \" \"}"),
        says("it is too long", "sandboxes_create", create("x".repeat(65))),
        says("it is much too long", "sandboxes_create", create("x".repeat(100_000))),
        says("it is of spaces only", "tasks_start", "{\"title\": \"\\u200d\"}"),
        says("it has a control character", "tasks_start", "{\"title\": \"a\\u0007b\"}"),
        says("a name is an id", "sandboxes_create", create(UUID.randomUUID().toString())),
        says("page is none that was given", "sandboxes_list", "{\"page\": \"7\"}"),
        says("command is empty", "sandbox_exec", exec("", null)),
        says("command has a NUL", "sandbox_exec", exec("a\\u0000b", null)),
        says("command is too long", "sandbox_exec", exec("x".repeat(131_073), null)),
        says(
            "stdin is too long",
            "sandbox_exec",
            exec("cat", "\"stdin\": \"" + "x".repeat(1_048_577) + "\"")),
        says("cwd is empty, or has a NUL", "sandbox_exec", exec("ls", "\"cwd\": \"\"")),
        says("timeout is out of range", "sandbox_exec", exec("ls", "\"timeout\": 0")),
        says("task is blank", "sandboxes_get", "{\"sandbox\": \"build\", \"task\": \" \"}"),
        says("tasks_finish is given an empty one", "tasks_finish", "{\"task\": \"\"}"),
        new Scene("a sub-task would be too deep", ArgumentScenes::tooDeep),
        says(
            "connection is blank",
            "sandboxes_create",
            "{\"name\": \"docs\", \"connection\": \" \"}"),
        new Scene(
            "an idempotency_key was used for another name",
            stage -> {
              String call = "{\"name\": \"%s\", \"idempotency_key\": \"once\"}";
              stage
                  .world
                  .sandboxes
                  .create(stage.own, new CreateRequest("build", null, "once"))
                  .orElseThrow();
              return stage.call("sandboxes_create", call.formatted("docs"));
            }),
        new Scene(
            "an exec_id was used for another command",
            stage -> {
              stage.withBuild().runOnce("make");
              return stage.call("sandbox_exec", exec("make test", "\"exec_id\": \"once\""));
            }));
  }

  private static String tooDeep(Stage stage) {
    Caller deepest = stage.world.start(stage.world.laptop, "Level 0");
    for (int level = 1; level <= Task.DEEPEST; level++) {
      deepest = stage.world.startBelow(deepest, stage.world.laptop, "Level " + level);
    }
    return stage.call(
        "tasks_start", "{\"title\": \"Deeper\", \"parent\": \"%s\"}".formatted(deepest.task()));
  }

  private static Scene says(String when, String tool, String arguments) {
    return new Scene(when, stage -> stage.withBuild().call(tool, arguments));
  }

  private static String create(String name) {
    return "{\"name\": \"%s\"}".formatted(name);
  }

  static String exec(String command, @Nullable String more) {
    return "{\"sandbox\": \"build\", \"command\": \"%s\"%s}"
        .formatted(command, more == null ? "" : ", " + more);
  }
}
