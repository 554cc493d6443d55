package com.personalagentproxy.sandbox.backend.protocol;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Has the service run a command. Used by one thread. */
final class CommandCall {

  private final Service service;
  private final Patience patience;
  private final MachineId machine;
  private final Generation generation;
  private final Command command;
  private final SentCommand sent;

  CommandCall(
      Service service,
      Patience patience,
      MachineId machine,
      Generation generation,
      Command command) {
    this.service = service;
    this.patience = patience;
    this.machine = machine;
    this.generation = generation;
    this.command = command;
    sent =
        new SentCommand(
            service,
            machine,
            patience,
            Deadline.in(command.timeout().plus(patience.beyondCommand())));
  }

  /** Whether its thread was interrupted, and isn't any more. */
  boolean isInterrupted() {
    return sent.isInterrupted();
  }

  /**
   * Sends it, once more if it came too late: the refusal has set the clock right, and nothing was
   * run.
   */
  Outcome run(OutputSink stdout, OutputSink stderr) throws Cut, InterruptedException {
    CommandAnswer answer =
        new CommandAnswer(machine, generation, stdout, stderr, patience.silence());
    try {
      return namedOrNot(answer);
    } catch (Cut.TooLate clockWasWrong) {
      return namedOrNot(answer);
    }
  }

  /**
   * Sends it with a name, by which it can be ended, unless the service refuses that: an older one
   * knows of no names, and refuses what it doesn't know. There it is ended by hanging up.
   */
  private Outcome namedOrNot(CommandAnswer answer) throws Cut, InterruptedException {
    try {
      return send(answer);
    } catch (Cut.Invalid refused) {
      if (!sent.isNamed()) {
        throw refused.failed();
      }
    }
    sent.leaveNameOut();
    try {
      return send(answer);
    } catch (Cut.Invalid refused) {
      throw refused.failed();
    }
  }

  private Outcome send(CommandAnswer answer) throws Cut, InterruptedException {
    return service.use(
        "POST",
        ProtocolMachines.path(machine) + "/exec",
        body(),
        exchange -> run(exchange, answer));
  }

  private Outcome run(Exchange exchange, CommandAnswer answer) throws Cut, InterruptedException {
    // Whoever is interrupted before its answer begins hangs up: the service may not know it yet.
    HttpResponse<BodyPipe> head = service.head(exchange, sent.latest().orIn(patience.silence()));
    if (head.statusCode() != Reply.OK) {
      Reply reply = Reply.of(head, exchange.all(Service.LARGEST, Deadline.in(patience.look())));
      ErrorAnswer error = ErrorAnswer.of(reply);
      switch (error.code()) {
        case ErrorAnswer.TOO_LATE -> throw new Cut.TooLate(ErrorAnswer.NOT_RUN);
        case ErrorAnswer.INVALID -> throw new Cut.Invalid(error.failed());
        default -> throw error.about(machine, generation, true);
      }
    }
    if (!Exchange.isOf(head.headers(), CommandAnswer.TYPE)) {
      throw new Cut("The backend answered a command with something else than a command's answer.");
    }
    return answer.read(exchange.body(), sent);
  }

  private Map<String, Object> body() {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("generation", generation.number());
    body.put("command", command.line());
    if (command.stdin() != null) {
      body.put("stdin", command.stdin());
    }
    if (command.cwd() != null) {
      body.put("cwd", command.cwd());
    }
    body.put("timeout", command.timeout().toSeconds());
    if (sent.isNamed()) {
      body.put("exec", sent.exec().toString());
    }
    // When this side gives up the wait for the answer to begin: it must not begin later.
    service
        .clock()
        .now()
        .map(now -> now.plus(patience.silence()))
        .map(Instant::toString)
        .ifPresent(latest -> body.put("start_by", latest));
    return body;
  }
}
