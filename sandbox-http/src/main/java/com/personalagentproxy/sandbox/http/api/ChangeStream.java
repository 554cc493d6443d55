package com.personalagentproxy.sandbox.http.api;

import com.personalagentproxy.sandbox.console.Change;
import com.personalagentproxy.sandbox.http.StrictJson;
import com.personalagentproxy.sandbox.http.wire.SandboxJson;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Tells one follower of changes, as server-sent events. It has no thread: whoever brings an event
 * writes it if that can be done at once, and else the server does when there is room. What waits is
 * bounded: a follower who reads too slowly is told that more may have changed than is known, and
 * reads anew. Safe for use by many threads.
 */
final class ChangeStream implements WriteListener {

  static final int MOST_WAITING = 100;

  private static final byte[] HEARTBEAT = ":\n\n".getBytes(StandardCharsets.US_ASCII);

  private final ServletOutputStream out;
  private final Deque<byte[]> waiting = new ArrayDeque<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private boolean toFlush;

  ChangeStream(ServletOutputStream out) {
    this.out = out;
  }

  /** Is done when the stream has ended, whoever ended it. */
  CompletableFuture<Void> ended() {
    return ended;
  }

  /** Tells where the follower is, so that it can go on from there. */
  void begin(String place) {
    put(text("retry: 2000\nid: " + place + "\n\n"), place);
  }

  void tell(Change change) {
    put(event(change), change.place());
  }

  /** Shows that the stream lives; nothing is added where something waits already. */
  synchronized void beat() {
    if (waiting.isEmpty()) {
      waiting.add(HEARTBEAT);
    }
    write();
  }

  /** Ends it. */
  void end() {
    ended.complete(null);
  }

  @Override
  public void onWritePossible() {
    write();
  }

  @Override
  public void onError(Throwable gone) {
    end();
  }

  private synchronized void put(byte[] event, String place) {
    if (waiting.size() >= MOST_WAITING) {
      waiting.clear();
      waiting.add(event(new Change.Unknown(place)));
    } else {
      waiting.add(event);
    }
    write();
  }

  private synchronized void write() {
    try {
      while (!ended.isDone() && out.isReady()) {
        byte[] next = waiting.poll();
        if (next != null) {
          out.write(next);
          toFlush = true;
        } else if (toFlush) {
          toFlush = false;
          out.flush();
        } else {
          return;
        }
      }
    } catch (IOException | IllegalStateException gone) {
      end();
    }
  }

  private static byte[] event(Change change) {
    if (change instanceof Change.Changed changed) {
      return event("changed", SandboxJson.of(changed.sandbox()), change.place());
    }
    if (change instanceof Change.Removed removed) {
      return event(
          "removed",
          Map.of(
              "id", removed.sandbox().toString(), "connection", removed.connection().toString()),
          change.place());
    }
    return event("unknown", Map.of(), change.place());
  }

  private static byte[] event(String name, Object data, String place) {
    return text(
        "id: %s\nevent: %s\ndata: %s\n\n"
            .formatted(place, name, StrictJson.MAPPER.writeValueAsString(data)));
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
