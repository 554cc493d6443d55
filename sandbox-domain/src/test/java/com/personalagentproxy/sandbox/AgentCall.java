package com.personalagentproxy.sandbox;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.SandboxView;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Every call that agents may make, so that a test of all of them forgets none. */
enum AgentCall {
  START_TASK(null),
  FINISH_TASK(null),
  LIST(Action.SEE),
  FOLLOW(Action.SEE),
  GET(Action.SEE),
  CREATE(Action.USE),
  WAKE(Action.USE),
  SLEEP(Action.USE),
  DELETE(Action.DELETE),
  RUN(Action.USE);

  private final @Nullable Action needs;

  AgentCall(@Nullable Action needs) {
    this.needs = needs;
  }

  /** What has to be on for it; empty for those that name no sandbox. */
  Optional<Action> needs() {
    return Optional.ofNullable(needs);
  }

  /** Asks for the sandbox; a list in which it isn't comes to “not found”. */
  Answer<?> ask(Sandboxes sandboxes, Caller caller, SandboxView sandbox) {
    String id = sandbox.id().toString();
    return switch (this) {
      case START_TASK -> sandboxes.startTask(caller.agent(), "Fix the flaky test", null);
      case FINISH_TASK -> sandboxes.finishTask(caller.agent(), caller.task());
      case LIST ->
          sandboxes
              .list(caller, null, null, null)
              .then(
                  page ->
                      page.sandboxes().stream().anyMatch(each -> each.id().equals(sandbox.id()))
                          ? Answer.done(page)
                          : Answer.refused(new Refusal.NotFound("It is not in the list.")));
      case FOLLOW ->
          sandboxes
              .follow(caller.agent())
              .then(
                  followed ->
                      followed.contains(sandbox.connection().id())
                          ? Answer.done(followed)
                          : Answer.refused(new Refusal.NotFound("It is not followed.")));
      case GET -> sandboxes.get(caller, id);
      case CREATE ->
          sandboxes.create(
              caller,
              new CreateRequest(
                  "beside " + sandbox.name(), sandbox.connection().id().toString(), null));
      case WAKE -> sandboxes.wake(caller, id);
      case SLEEP -> sandboxes.sleep(caller, id);
      case DELETE -> sandboxes.delete(caller, id);
      case RUN -> sandboxes.run(caller, new CommandRequest(id, "true", null, null, null));
    };
  }
}
