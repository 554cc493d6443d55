package com.personalagentproxy.sandbox.http.api;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.console.ChangeFeed;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * All who follow changes: a few threads keep all their streams alive, and end those that may not.
 */
final class Followers {

  /** How many streams one caller may have open: more than anybody has pages or programs. */
  static final int MOST_OF_ONE = 50;

  private static final Duration HEARTBEAT = Duration.ofSeconds(10);

  private final ChangeFeed feed;
  private final Duration heartbeat;
  private final Map<ChangeStream, Object> streams = new ConcurrentHashMap<>();
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(
          2,
          work -> {
            Thread thread = new Thread(work, "followers");
            thread.setDaemon(true);
            return thread;
          });

  Followers(ChangeFeed feed) {
    this(feed, HEARTBEAT);
  }

  Followers(ChangeFeed feed, Duration heartbeat) {
    this.feed = feed;
    this.heartbeat = heartbeat;
    timer.setRemoveOnCancelPolicy(true);
  }

  /**
   * Begins a stream. The request's own thread is free when this comes back.
   *
   * @param owner whose it is
   * @param after where to go on; absent: from now on
   * @param stands whether the follower may still follow, asked at each heartbeat
   */
  CompletableFuture<?> open(
      Context context,
      Object owner,
      Set<ConnectionId> connections,
      @Nullable String after,
      BooleanSupplier stands) {
    ChangeStream stream;
    String place = after == null ? feed.place() : after;
    try {
      stream = new ChangeStream(context.res().getOutputStream());
      context.res().setContentType(EventLines.SERVER_SENT);
      // A proxy that gathers an answer before it hands it on would hold the events back.
      context.res().setHeader("X-Accel-Buffering", "no");
      context.res().getOutputStream().setWriteListener(stream);
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
    streams.put(stream, owner);
    stream.begin(oneLine(place));
    ChangeFeed.Following following = feed.follow(connections, place, stream::tell);
    Runnable stopBeating = beating(stream, stands);
    return stream
        .ended()
        .whenComplete(
            (done, failed) -> {
              stopBeating.run();
              following.close();
              streams.remove(stream);
            });
  }

  private Runnable beating(ChangeStream stream, BooleanSupplier stands) {
    try {
      ScheduledFuture<?> beats =
          timer.scheduleWithFixedDelay(
              () -> beat(stream, stands),
              heartbeat.toMillis(),
              heartbeat.toMillis(),
              TimeUnit.MILLISECONDS);
      return () -> beats.cancel(false);
    } catch (RejectedExecutionException serverStops) {
      stream.end();
      return () -> {};
    }
  }

  /** Whether an owner may have one more; of those that come at once a few more may get in. */
  boolean hasRoomFor(Object owner) {
    return Collections.frequency(streams.values(), owner) < MOST_OF_ONE;
  }

  /** Ends all streams; those that begin from now on end at once. */
  void end() {
    timer.shutdown();
    streams.keySet().forEach(ChangeStream::end);
  }

  private static void beat(ChangeStream stream, BooleanSupplier stands) {
    boolean ends;
    try {
      ends = !stands.getAsBoolean();
    } catch (RuntimeException notKnown) {
      // It is asked again with the next beat; while nobody can be looked up nothing is told either.
      ends = false;
    }
    if (ends) {
      stream.end();
    } else {
      stream.beat();
    }
  }

  /** What a caller calls its place is told back as it is, and must not become more events. */
  private static String oneLine(String place) {
    return place.replaceAll("[\\r\\n\\x00]", "");
  }
}
