package com.personalagentproxy.sandbox.http;

import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.NanoTime;
import org.jspecify.annotations.Nullable;

/**
 * Cuts off bodies that drip, since each holds a thread. Only the time that the server waits for the
 * sender counts: so long in all, and a second more for each {@link #BYTES_A_SECOND} bytes that
 * came. A sender that is silent is cut off sooner, by the connection's idle time-out.
 */
final class SlowBodies extends Handler.Wrapper {

  private static final long BYTES_A_SECOND = 1_024;

  private final Duration patience;

  /** With how long is waited in all, whatever came. */
  SlowBodies(Duration patience) {
    this.patience = patience;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    return super.handle(new Waiting(request), response, callback);
  }

  /** The calls of one request's content come one after the other. */
  private final class Waiting extends Request.Wrapper {

    private volatile long waited;
    private volatile long came;
    private volatile Content.@Nullable Chunk failure;

    Waiting(Request request) {
      super(request);
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate")
    public Content.@Nullable Chunk read() {
      Content.@Nullable Chunk failed = failure;
      if (failed != null) {
        return failed;
      }
      Content.@Nullable Chunk chunk = super.read();
      if (chunk != null) {
        came += chunk.remaining();
      }
      return chunk;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate")
    public void demand(Runnable demandCallback) {
      long begun = NanoTime.now();
      super.demand(
          () -> {
            waited += NanoTime.since(begun);
            Duration most = patience.plusSeconds(came / BYTES_A_SECOND);
            if (waited > most.toNanos()) {
              failure = Content.Chunk.from(new TimeoutException("The body came too slowly."));
            }
            demandCallback.run();
          });
    }
  }
}
