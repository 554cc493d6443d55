package com.personalagentproxy.sandbox.http.api;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.StorageException;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Follower;
import com.personalagentproxy.sandbox.http.CallThreads;
import com.personalagentproxy.sandbox.http.ErrorKind;
import com.personalagentproxy.sandbox.http.FailureLog;
import com.personalagentproxy.sandbox.http.OutputQueue;
import com.personalagentproxy.sandbox.http.Problem;
import com.personalagentproxy.sandbox.http.ProblemException;
import com.personalagentproxy.sandbox.http.RequestId;
import com.personalagentproxy.sandbox.http.StorageAway;
import com.personalagentproxy.sandbox.http.wire.CommandJson;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Runs a command and tells what it prints as it comes, then what became of it. A caller who closes
 * the stream ends the command. One who reads slowly slows the command down, but not for long: then
 * it is told no more output, and the last event says that the output was cut; memory is bounded by
 * that of a queue, and the command is as if nobody had followed.
 */
final class CommandEvents {

  private static final Duration HEARTBEAT = Duration.ofSeconds(2);
  private static final String TYPE = "type";

  private static final String FULL =
      "The server runs as many commands as it can at the moment, and this one was not run. Try again in a few seconds.";

  private final CallThreads threads;

  CommandEvents(CallThreads threads) {
    this.threads = threads;
  }

  /** The command. */
  @FunctionalInterface
  interface Run {
    Answer<CommandResult> with(Follower follower);
  }

  /**
   * Runs it, and comes back when all is told or the caller is gone.
   *
   * @throws ProblemException if it was refused before anything was told
   */
  void tell(Run run, Context context, String kind) {
    OutputQueue queue = new OutputQueue();
    Follower follower = new Follower(queue.sink("stdout"), queue.sink("stderr"));
    FutureTask<Answer<CommandResult>> running =
        new FutureTask<>(
            () -> {
              try {
                return run.with(follower);
              } finally {
                queue.end();
              }
            });
    EventLines events = new EventLines(context, kind);
    try {
      threads.execute(running);
    } catch (RejectedExecutionException full) {
      throw new ProblemException(ErrorKind.UNAVAILABLE, FULL);
    }
    try {
      tellOutput(queue, events);
      tellEnd(running, follower, context, events);
    } catch (IOException callerIsGone) {
      follower.stop("Its caller closed the stream.");
    } catch (InterruptedException stop) {
      follower.stop("The server stopped.");
      Thread.currentThread().interrupt();
    } finally {
      queue.abandon();
    }
  }

  private static void tellOutput(OutputQueue queue, EventLines events)
      throws IOException, InterruptedException {
    Map<String, TextPieces> streams =
        Map.of("stdout", new TextPieces(), "stderr", new TextPieces());
    while (true) {
      OutputQueue.Piece piece = queue.next(HEARTBEAT);
      if (piece == null) {
        events.write(Map.of(TYPE, "alive"));
        events.flush();
      } else if (OutputQueue.isEnd(piece)) {
        break;
      } else {
        TextPieces pieces = streams.get(piece.stream());
        if (pieces != null) {
          output(events, piece.stream(), pieces.add(piece.bytes()));
        }
        if (queue.isEmpty()) {
          events.flush();
        }
      }
    }
    for (Map.Entry<String, TextPieces> stream : streams.entrySet()) {
      output(events, stream.getKey(), stream.getValue().rest());
    }
  }

  private static void output(EventLines events, String stream, TextPieces.@Nullable Told told)
      throws IOException {
    if (told == null) {
      return;
    }
    Map<String, Object> event = new LinkedHashMap<>();
    event.put(TYPE, "output");
    event.put("stream", stream);
    if (told.text() != null) {
      event.put("text", told.text());
    } else if (told.base64() != null) {
      event.put("base64", told.base64());
    }
    events.write(event);
  }

  private static void tellEnd(
      FutureTask<Answer<CommandResult>> running,
      Follower follower,
      Context context,
      EventLines events)
      throws IOException, InterruptedException {
    Map<String, Object> event = new LinkedHashMap<>();
    Answer<CommandResult> answer;
    try {
      answer = running.get();
    } catch (ExecutionException failed) {
      error(events, problem(failed.getCause(), events, context));
      return;
    }
    if (answer instanceof Answer.Refused<CommandResult> refused) {
      Problem problem = Problem.of(refused.refusal());
      if (!events.isBegun()) {
        throw new ProblemException(problem);
      }
      error(events, problem);
      return;
    }
    event.put(TYPE, "outcome");
    event.put("cut", follower.isBehind());
    event.put("result", CommandJson.of(answer.orElseThrow()));
    events.write(event);
    events.flush();
  }

  private static void error(EventLines events, Problem problem) throws IOException {
    Map<String, Object> event = new LinkedHashMap<>();
    event.put(TYPE, "error");
    event.put("error", problem.kind().word());
    event.put("message", problem.message());
    if (!problem.details().isEmpty()) {
      event.put("details", problem.details());
    }
    events.write(event);
    events.flush();
  }

  private static Problem problem(@Nullable Throwable failure, EventLines events, Context context) {
    if (!events.isBegun() && failure instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    if (failure instanceof StorageException away) {
      StorageAway.log(RequestId.of(context), away);
      return Problem.of(ErrorKind.UNAVAILABLE, StorageAway.sentence(away, false));
    }
    Throwable known = failure == null ? new IllegalStateException("No failure.") : failure;
    FailureLog.write(
        RequestId.of(context), context.method().name(), context.endpoint().path, known);
    return new Problem(
        ErrorKind.INTERNAL,
        "Something went wrong inside the server, and it is written in its log. Look whether the command has run before you try again.",
        Map.of("request_id", RequestId.of(context)));
  }
}
