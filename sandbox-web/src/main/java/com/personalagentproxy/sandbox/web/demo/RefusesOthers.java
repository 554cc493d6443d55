package com.personalagentproxy.sandbox.web.demo;

import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** A sandbox is one task's at a time, and its sub-tasks' (L4, L5). */
record RefusesOthers() implements Step {

  private static final String WHAT_TO_DO =
      ". Wait until that task is finished or has been left for twenty minutes,"
          + " use another sandbox, or make one with sandboxes_create.";

  @Override
  public String heading() {
    return "A second task's command is refused, and told who has the sandbox; a sub-task's is run.";
  }

  @Override
  public void tell(Story story) {
    story.runWell(Cast.FIRST, "echo 'The first task works here.' > whose.txt", Map.of());
    ToolAnswer shown = story.done("sandboxes_get", story.inSandbox(Cast.FIRST));
    JsonNode user = shown.structured().path("user");
    String agent = user.path("agent").stringValue("");
    story.expect(
        "the sandbox is shown as used by the first task",
        user.path("title").stringValue("").equals(story.title(Cast.FIRST)),
        shown.shown("user"));
    ToolAnswer refused =
        story.call("sandbox_exec", story.exec(Cast.SECOND, "rm whose.txt", Map.of()));
    story.expect("the second task is refused", refused.isError(), refused.text());
    String holder =
        "Sandbox “%s” is being used by the task “%s” (agent %s), which last worked in it "
            .formatted(story.sandbox(), story.title(Cast.FIRST), agent);
    story.expect(
        "the refusal names the task and its agent, and says what to do",
        refused.text().matches(Pattern.quote(holder) + "[^.]+" + Pattern.quote(WHAT_TO_DO)),
        refused.text());
    ToolAnswer ran = story.runWell(Cast.SUB, "cat whose.txt", Map.of());
    story.expect(
        "the sub-task's command runs, and the refused one did not",
        ran.word("stdout").equals("The first task works here.\n"),
        ran.shown("stdout"));
    story.expect(
        "the sub-task did not take the sandbox",
        ran.isFalse("took_lease"),
        ran.shown("took_lease"));
  }
}
