package com.personalagentproxy.sandbox.http.tool;

import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.http.wire.TaskJson;
import java.util.List;

/** The tools for tasks. */
final class TaskTools {

  static final String TITLE = "title";
  private static final String PARENT = "parent";

  private TaskTools() {}

  static List<Tool> of(Sandboxes sandboxes) {
    return List.of(start(sandboxes), finish(sandboxes));
  }

  private static Tool start(Sandboxes sandboxes) {
    return new Tool(
        sandboxes,
        Deed.START_TASK,
        "tasks_start",
        "Start a task",
        "Starts a task: a piece of your work with a title, for which sandboxes are taken. You only"
            + " need one to keep pieces of work apart that run side by side, or to let a sub-task"
            + " work in its parent's sandboxes; otherwise leave task out everywhere. Give the id it"
            + " answers as task to the other tools. A task is kept for good; after twenty minutes"
            + " without a call for it, others may take its sandboxes.",
        List.of(
            new Parameter.Words(
                TITLE,
                "What the task is about, for others who want the same sandbox: “Fix the flaky"
                    + " test”.",
                "a title of 1 to 200 characters",
                true,
                200),
            Parameters.optional(
                PARENT,
                "The id of the task that this one is a part of. It then works in that task's"
                    + " sandboxes too.",
                "the id of a task")),
        TaskJson.class,
        Hints.ADDS,
        call ->
            Tool.resultOf(
                sandboxes.startTask(
                    call.agent(), call.arguments().text(TITLE), call.arguments().text(PARENT)),
                task ->
                    ToolResult.done(
                        "Task %s is under way. Give its id as task to the other tools: %s."
                            .formatted(Words.quoted(task.title()), task.id()),
                        TaskJson.of(task))));
  }

  private static Tool finish(Sandboxes sandboxes) {
    return new Tool(
        sandboxes,
        Deed.FINISH_TASK,
        "tasks_finish",
        "Finish a task",
        "Says that a task is done, for good: the sandboxes it took are free for other tasks at"
            + " once. Nothing in them is changed.",
        List.of(
            Parameters.required(
                ToolCall.TASK,
                "The id of the task, as tasks_start gave it.",
                "the id that tasks_start gave you")),
        TaskJson.class,
        Hints.SETTLES,
        call ->
            Tool.resultOf(
                sandboxes.finishTask(call.agent(), call.arguments().text(ToolCall.TASK)),
                task ->
                    ToolResult.done(
                        "Task %s is finished; the sandboxes it took are free."
                            .formatted(Words.quoted(task.title())),
                        TaskJson.of(task))));
  }
}
