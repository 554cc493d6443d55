package com.personalagentproxy.sandbox.web.live;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One open page's stream. What it has to say is asked for only when its reader can take more, so a
 * slow reader holds up nobody and gathers nothing. Safe for use by many threads.
 */
final class EventStream implements WriteListener {

  /** How long a browser waits before it connects anew. */
  private static final byte[] BEGINNING = "retry: 2000\n\n".getBytes(StandardCharsets.UTF_8);

  private static final byte[] STILL_HERE = ":\n\n".getBytes(StandardCharsets.UTF_8);

  private final ServletOutputStream out;
  private final EventSource source;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private boolean began;
  private boolean toFlush;
  private boolean toSayStillHere;

  private EventStream(ServletOutputStream out, EventSource source) {
    this.out = out;
    this.source = source;
  }

  /** Begins one on a request that is answered asynchronously. */
  static EventStream begin(ServletOutputStream out, EventSource source) {
    EventStream stream = new EventStream(out, source);
    out.setWriteListener(stream);
    return stream;
  }

  /** Done once it has ended, by whichever side. */
  CompletableFuture<Void> ended() {
    return ended;
  }

  /** There may be something to say. */
  void wake() {
    pump();
  }

  /** Says that it is still there, so that a reader that is gone is noticed. */
  void sayStillHere() {
    synchronized (this) {
      toSayStillHere = true;
    }
    pump();
  }

  /** Ends it. */
  void end() {
    boolean unused = ended.complete(null);
  }

  @Override
  public void onWritePossible() {
    pump();
  }

  @Override
  public void onError(Throwable gone) {
    end();
  }

  private synchronized void pump() {
    try {
      while (!ended.isDone() && out.isReady()) {
        Optional<byte[]> next = next();
        if (next.isPresent()) {
          out.write(next.get());
          toFlush = true;
        } else if (toFlush) {
          toFlush = false;
          out.flush();
        } else {
          if (source.isOver()) {
            end();
          }
          return;
        }
      }
    } catch (IOException | IllegalStateException gone) {
      end();
    }
  }

  private Optional<byte[]> next() {
    if (!began) {
      began = true;
      return Optional.of(BEGINNING);
    }
    Optional<byte[]> event = source.next().map(Event::bytes);
    if (event.isEmpty() && toSayStillHere) {
      toSayStillHere = false;
      return Optional.of(STILL_HERE);
    }
    return event;
  }
}
