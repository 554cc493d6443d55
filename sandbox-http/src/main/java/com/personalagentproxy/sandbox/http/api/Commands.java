package com.personalagentproxy.sandbox.http.api;

import com.personalagentproxy.sandbox.CommandRequest;
import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Follower;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.http.Problem;
import com.personalagentproxy.sandbox.http.ProblemException;
import com.personalagentproxy.sandbox.http.limit.CommandLimit;
import org.jspecify.annotations.Nullable;

/** Runs commands for whoever calls: an agent's for a task, a person's whatever task is there. */
final class Commands {

  private final Sandboxes sandboxes;
  private final Console console;
  private final CommandLimit limit;

  Commands(Sandboxes sandboxes, Console console, CommandLimit limit) {
    this.sandboxes = sandboxes;
    this.console = console;
    this.limit = limit;
  }

  /**
   * Runs one, if it has a place among those that run at once.
   *
   * @throws ProblemException if there is none
   */
  Answer<CommandResult> run(
      ApiCaller caller, @Nullable String task, CommandRequest request, Follower follower) {
    CommandLimit.Place place = place(caller, request);
    try {
      if (caller instanceof ApiCaller.OfAgent agent) {
        return sandboxes.run(agent.calling(task), request, follower);
      }
      return console.run(((ApiCaller.OfPerson) caller).person(), request, follower);
    } finally {
      place.close();
    }
  }

  private CommandLimit.Place place(ApiCaller caller, CommandRequest request) {
    if (!(caller instanceof ApiCaller.OfAgent agent)) {
      return limit.enter().orElseThrow(() -> new ProblemException(Problem.of(limit.refusal())));
    }
    Agent who = agent.arrival().agent();
    return limit
        .enter(who)
        .orElseThrow(
            () ->
                new ProblemException(
                    Problem.of(limit.refuse(who, request.sandbox(), request.command()))));
  }
}
