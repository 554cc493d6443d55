package com.personalagentproxy.sandbox.http.mcp;

import com.personalagentproxy.sandbox.command.Follower;
import com.personalagentproxy.sandbox.http.CallThreads;
import com.personalagentproxy.sandbox.http.FailureLog;
import com.personalagentproxy.sandbox.http.StrictJson;
import com.personalagentproxy.sandbox.http.tool.ToolResult;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes calls of tools and writes their answers. A caller that takes event streams gets one as soon
 * as there is something to tell before the answer: what the command prints, if it asked for
 * progress, and signs of life when nothing else was sent for a while, by which either side notices
 * that the other is gone. All others, and those whose answer is there before, get it as JSON.
 */
final class CallAnswers implements AutoCloseable {

  static final Duration SIGN_OF_LIFE = Duration.ofSeconds(2);

  private static final String GONE = "Its caller closed the connection.";
  private static final String FULL =
      "The server makes as many calls as it can at the moment, and this one was not made. Try again"
          + " in a few seconds.";

  private final RunningCalls running;
  private final CallThreads threads;

  CallAnswers(RunningCalls running, CallThreads threads) {
    this.running = running;
    this.threads = threads;
  }

  /** Makes the call; comes back when it is answered, or when nobody is there to be answered. */
  void answer(Context context, Handling.Calling calling, boolean takesEvents) {
    if (takesEvents) {
      inEvents(context, calling);
      return;
    }
    try (RunningCalls.Open open = running.open(calling, Follower.none())) {
      StrictJson.answer(context, calling.run().make(open.follower()).to(calling.id()));
    }
  }

  private void inEvents(Context context, Handling.Calling calling) {
    Progress progress = new Progress();
    RunningCalls.Open open = running.open(calling, follower(calling, progress));
    FutureTask<Reply> call =
        new FutureTask<>(
            () -> {
              try (open) {
                return calling.run().make(open.follower());
              } finally {
                progress.end();
              }
            });
    try {
      threads.execute(call);
    } catch (RejectedExecutionException full) {
      open.close();
      StrictJson.answer(context, calling.run().reply(ToolResult.failed(FULL)).to(calling.id()));
      return;
    }
    EventStream stream = new EventStream(context);
    try {
      tell(progress, calling, stream);
      answer(context, stream, told(call, calling));
    } catch (IOException callerIsGone) {
      if (calling.run().form().endsWithItsStream()) {
        open.follower().stop(GONE);
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private static Follower follower(Handling.Calling calling, Progress progress) {
    return calling.run().progressToken() == null
        ? Follower.none()
        : new Follower(progress.stdout(), progress.stderr());
  }

  /** Comes back when the call has ended. */
  private static void tell(Progress progress, Handling.Calling calling, EventStream stream)
      throws IOException, InterruptedException {
    Progress.News news = progress.next(SIGN_OF_LIFE);
    while (!(news instanceof Progress.News.Ended)) {
      if (news instanceof Progress.News.Printed printed) {
        stream.send(notification(calling.run().progressToken(), printed));
      } else {
        stream.signOfLife();
      }
      news = progress.next(SIGN_OF_LIFE);
    }
  }

  /** What came of the call, which has ended; a failure that it didn't see through is told too. */
  private static JsonNode told(FutureTask<Reply> call, Handling.Calling calling)
      throws InterruptedException {
    try {
      return call.get().to(calling.id());
    } catch (ExecutionException failed) {
      String request = calling.run().asker().requestId();
      FailureLog.write(request, "POST", "/mcp " + calling.run().tool().name(), failed);
      return Reply.failure(Reply.INTERNAL_ERROR, ToolRun.unforeseen(request)).to(calling.id());
    }
  }

  private static void answer(Context context, EventStream stream, JsonNode answer)
      throws IOException {
    if (stream.isBegun()) {
      stream.send(answer);
    } else {
      StrictJson.answer(context, answer);
    }
  }

  private static ObjectNode notification(@Nullable JsonNode token, Progress.News.Printed printed) {
    ObjectNode notification =
        StrictJson.MAPPER
            .createObjectNode()
            .put("jsonrpc", "2.0")
            .put("method", "notifications/progress");
    ObjectNode params = notification.putObject("params");
    params.set(Meta.PROGRESS_TOKEN, token);
    params.put("progress", printed.bytes()).put("message", printed.text());
    return notification;
  }

  /** Ends the commands of calls that still run, and waits for those calls to end. */
  @Override
  public void close() {
    running.stop("The server is stopping.");
    threads.close();
  }
}
