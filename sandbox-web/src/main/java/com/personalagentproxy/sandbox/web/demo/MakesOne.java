package com.personalagentproxy.sandbox.web.demo;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The agent is told what there is, and makes a sandbox. */
record MakesOne(String connection) implements Step {

  private static final List<String> TOOLS =
      List.of(
          "tasks_start",
          "tasks_finish",
          "sandboxes_list",
          "sandboxes_get",
          "sandboxes_create",
          "sandboxes_sleep",
          "sandboxes_wake",
          "sandboxes_delete",
          "sandbox_exec");

  @Override
  public String heading() {
    return "An agent is told what sandboxes are, and makes one by name.";
  }

  @Override
  public void tell(Story story) {
    isTold(story);
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("name", story.sandbox());
    arguments.put("task", story.task(Cast.FIRST));
    if (!connection.isEmpty()) {
      arguments.put("connection", connection);
    }
    ToolAnswer made = story.done("sandboxes_create", arguments);
    story.expect(
        "it has the name it was given",
        made.word("name").equals(story.sandbox()),
        made.shown("name"));
    story.expect("it is awake", made.word("state").equals("awake"), made.shown("state"));
  }

  private static void isTold(Story story) {
    Welcome welcome = story.welcome();
    story.narrator().called("initialize", Map.of());
    story.narrator().cameBack(welcome.instructions());
    String told = welcome.instructions().toLowerCase(Locale.ROOT);
    story.expect(
        "the instructions say that a sandbox keeps files and not processes, and name sandbox_exec",
        told.contains("files") && told.contains("processes") && told.contains("sandbox_exec"),
        welcome.instructions().isEmpty() ? "no instructions" : welcome.instructions());
    story.narrator().called("tools/list", Map.of());
    List<String> tools = story.agent().tools();
    story.narrator().cameBack(String.join(", ", tools));
    List<String> missing = new ArrayList<>(TOOLS);
    missing.removeAll(tools);
    story.expect(
        "there are all nine tools for tasks and sandboxes",
        missing.isEmpty(),
        "no " + String.join(", no ", missing));
  }
}
