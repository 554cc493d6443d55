package com.personalagentproxy.sandbox.http.api;

import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.TaskView;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.http.wire.TaskJson;
import com.personalagentproxy.sandbox.http.wire.TaskPageJson;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tasks: agents start and finish them, people see those of their own agents. */
final class TaskResources {

  private static final String ALL = "/api/tasks";

  private final Sandboxes sandboxes;
  private final Console console;

  TaskResources(Sandboxes sandboxes, Console console) {
    this.sandboxes = sandboxes;
    this.console = console;
  }

  /** What is started. */
  private record Starting(String title, @Nullable String parent) {}

  List<Resource> all() {
    return List.of(
        Resource.get(ALL, Set.of("state", "page"), this::list),
        Resource.post(ALL, Set.of(), this::start),
        Resource.post(ALL + "/{task}/finish", Set.of(), this::finish));
  }

  private void list(Call call) {
    Reply.seen(
        call.context(),
        TaskPageJson.of(
            Call.done(
                console.tasks(
                    call.person("Listing tasks"), call.query("state"), call.query("page")))));
  }

  private void start(Call call) {
    ApiCaller.OfAgent agent = call.agent("Starting tasks");
    Starting starting = call.body(Starting.class);
    TaskView task =
        Call.done(
            sandboxes.startTask(agent.arrival().agent(), starting.title(), starting.parent()));
    Reply.made(call.context(), TaskJson.of(task), ALL + "/" + task.id());
  }

  private void finish(Call call) {
    ApiCaller.OfAgent agent = call.agent("Finishing tasks");
    Reply.done(
        call.context(),
        TaskJson.of(
            Call.done(sandboxes.finishTask(agent.arrival().agent(), call.path("task")))));
  }
}
