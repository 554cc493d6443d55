package com.personalagentproxy.sandbox.http.mcp;

import com.personalagentproxy.sandbox.command.Follower;
import com.personalagentproxy.sandbox.http.CallThreads;
import com.personalagentproxy.sandbox.http.StrictJson;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes calls of tools and writes their answers. A caller that takes event streams gets one as soon
 * as there is something to tell before the answer: what the command prints, if it asked for
 * progress, and signs of life when nothing else was sent for a while, by which either side notices
 * that the other is gone. All others, and those whose answer is there before, get it as JSON.
 */
final class CallAnswers {

  static final Duration SIGN_OF_LIFE = Duration.ofSeconds(2);

  private static final String GONE = "Its caller closed the connection.";

  private final RunningCalls running;
  private final Executor threads = CallThreads.named("call");

  CallAnswers(RunningCalls running) {
    this.running = running;
  }

  /** Makes the call; comes back when it is answered, or when nobody is there to be answered. */
  void answer(Context context, Handling.Calling calling, boolean takesEvents) {
    if (takesEvents) {
      inEvents(context, calling);
    } else {
      StrictJson.answer(context, running.make(calling, Follower.none()).to(calling.id()));
    }
  }

  private void inEvents(Context context, Handling.Calling calling) {
    Progress progress = new Progress();
    Follower follower = follower(calling, progress);
    FutureTask<Reply> call =
        new FutureTask<>(
            () -> {
              try {
                return running.make(calling, follower);
              } finally {
                progress.end();
              }
            });
    threads.execute(call);
    EventStream stream = new EventStream(context);
    try {
      tell(progress, calling, stream);
      JsonNode answer = call.get().to(calling.id());
      if (stream.isBegun()) {
        stream.send(answer);
      } else {
        StrictJson.answer(context, answer);
      }
    } catch (IOException callerIsGone) {
      if (calling.run().form().endsWithItsStream()) {
        follower.stop(GONE);
      }
    } catch (ExecutionException failed) {
      throw new IllegalStateException("A call failed otherwise than by its answer.", failed);
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
}
