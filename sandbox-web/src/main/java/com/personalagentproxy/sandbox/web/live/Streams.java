package com.personalagentproxy.sandbox.web.live;

import com.personalagentproxy.sandbox.http.TooManyRequestsException;
import io.javalin.http.Context;
import jakarta.servlet.ServletOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** All open streams. Safe for use by many threads. */
public final class Streams implements AutoCloseable {

  private static final Duration NEWS_EVERY = Duration.ofMillis(500);
  private static final Duration TRY_AGAIN = Duration.ofSeconds(30);

  /** How many one person may have open at once: more than anybody has pages. */
  static final int MOST_OF_ONE = 50;

  private final Map<EventStream, EventSource> open = new ConcurrentHashMap<>();
  private final Map<Object, Integer> owners = new ConcurrentHashMap<>();
  private final ScheduledExecutorService look =
      Executors.newSingleThreadScheduledExecutor(Streams::thread);

  /** Apart from the other, which waits for the database. */
  private final ScheduledExecutorService news =
      Executors.newSingleThreadScheduledExecutor(Streams::thread);

  private volatile boolean closed;

  /**
   * None yet.
   *
   * @param every how often each is asked whether it may go on, and says that it is still there
   */
  public Streams(Duration every) {
    var unused =
        look.scheduleWithFixedDelay(
            this::look, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
    var unusedToo =
        news.scheduleWithFixedDelay(
            this::tellNews, NEWS_EVERY.toMillis(), NEWS_EVERY.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Answers a request with a stream.
   *
   * @param owner whose it is
   * @param source makes what it has to say; it is given what to call when there is something
   * @throws TooManyRequestsException if the owner has fifty open; nothing is begun then
   */
  public void answer(Context context, Object owner, Function<Runnable, EventSource> source) {
    if (owners.merge(owner, 1, Integer::sum) > MOST_OF_ONE) {
      leave(owner);
      throw new TooManyRequestsException("This browser has fifty pages open and", TRY_AGAIN);
    }
    context.contentType("text/event-stream; charset=utf-8");
    context.header("X-Accel-Buffering", "no");
    context.future(
        () -> {
          Waking waking = new Waking();
          EventSource made = made(owner, source, waking);
          EventStream stream = EventStream.begin(out(context), made);
          open.put(stream, made);
          waking.wakes(stream);
          if (closed) {
            stream.end();
          }
          return stream
              .ended()
              .whenComplete(
                  (ended, failure) -> {
                    open.remove(stream);
                    leave(owner);
                    made.close();
                  });
        });
  }

  private EventSource made(Object owner, Function<Runnable, EventSource> source, Runnable waking) {
    try {
      return source.apply(waking);
    } catch (RuntimeException notBegun) {
      leave(owner);
      throw notBegun;
    }
  }

  private void leave(Object owner) {
    owners.computeIfPresent(owner, (same, count) -> count == 1 ? null : count - 1);
  }

  /** Ends all, and takes no more. */
  @Override
  public void close() {
    closed = true;
    look.shutdownNow();
    news.shutdownNow();
    open.keySet().forEach(EventStream::end);
  }

  private void look() {
    open.forEach(
        (stream, source) -> {
          try {
            if (source.mayGoOn()) {
              stream.sayStillHere();
            } else {
              stream.wake();
            }
          } catch (RuntimeException notKnown) {
            // It is asked again soon; the others don't wait for that.
            stream.sayStillHere();
          }
        });
  }

  private void tellNews() {
    open.forEach(
        (stream, source) -> {
          try {
            if (source.hasNews()) {
              stream.wake();
            }
          } catch (RuntimeException notTold) {
            // Its page connects anew; the others don't wait for that.
            stream.end();
          }
        });
  }

  private static ServletOutputStream out(Context context) {
    try {
      return context.res().getOutputStream();
    } catch (IOException gone) {
      throw new UncheckedIOException("The stream has no reader any more.", gone);
    }
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "open-pages");
    thread.setDaemon(true);
    return thread;
  }

  /** Wakes a stream that may not have begun yet. */
  private static final class Waking implements Runnable {
    private volatile Optional<EventStream> stream = Optional.empty();

    void wakes(EventStream begun) {
      stream = Optional.of(begun);
      begun.wake();
    }

    @Override
    public void run() {
      stream.ifPresent(EventStream::wake);
    }
  }
}
