package com.personalagentproxy.sandbox.http.api;

import com.personalagentproxy.sandbox.CommandRequest;
import com.personalagentproxy.sandbox.command.Follower;
import com.personalagentproxy.sandbox.http.CallThreads;
import com.personalagentproxy.sandbox.http.ErrorKind;
import com.personalagentproxy.sandbox.http.ProblemException;
import com.personalagentproxy.sandbox.http.StrictJson;
import com.personalagentproxy.sandbox.http.wire.CommandJson;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs commands: answered once, or event by event as they print. */
final class ExecResource {

  private static final List<String> KINDS =
      List.of("application/json", EventLines.SERVER_SENT, EventLines.LINES);

  private final Commands commands;
  private final CommandEvents events;

  ExecResource(Commands commands, CallThreads threads) {
    this.commands = commands;
    this.events = new CommandEvents(threads);
  }

  /** What is run. */
  private record Exec(
      String command,
      @Nullable String stdin,
      @Nullable String cwd,
      @Nullable Long timeout,
      @Nullable String execId) {

    /** Its sizes only: what is run and read may be secret, and must not reach a log (H1). */
    @Override
    public String toString() {
      return "Exec[command of %s characters]".formatted(command.length());
    }
  }

  List<Resource> all() {
    return List.of(Resource.post(SandboxResources.ONE + "/exec", Set.of(Call.TASK), this::exec));
  }

  private void exec(Call call) {
    String kind = Acceptance.of(call.context()).best(KINDS);
    if (kind == null) {
      throw new ProblemException(
          ErrorKind.NOT_ACCEPTABLE,
          "The answer is JSON, or a stream of events. Accept application/json, text/event-stream or application/x-ndjson.");
    }
    CommandEvents.Run run = run(call);
    if (EventLines.KINDS.contains(kind)) {
      events.tell(run, call.context(), kind);
    } else {
      StrictJson.answer(call.context(), CommandJson.of(Call.done(run.with(Follower.none()))));
    }
  }

  private CommandEvents.Run run(Call call) {
    Exec exec = call.body(Exec.class);
    String task = call.task();
    CommandRequest request =
        new CommandRequest(
            call.path("sandbox"),
            exec.command(),
            exec.stdin(),
            exec.cwd(),
            exec.timeout(),
            exec.execId());
    ApiCaller caller = call.caller();
    if (caller instanceof ApiCaller.OfPerson && exec.execId() != null) {
      throw Call.invalid("exec_id", "exec_id is for agents. Leave it out.");
    }
    return follower -> commands.run(caller, task, request, follower);
  }
}
