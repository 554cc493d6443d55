package com.personalagentproxy.sandbox.http.api;

import com.personalagentproxy.sandbox.http.StrictJson;
import io.javalin.http.Context;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * An answer that is written event by event, as server-sent events or as lines of JSON. Until the
 * first it can still be answered otherwise. Used by one thread, which writing blocks while the
 * caller reads no faster.
 */
final class EventLines {

  static final String SERVER_SENT = "text/event-stream";
  static final String LINES = "application/x-ndjson";

  /** What a caller may accept instead of one answer. */
  static final List<String> KINDS = List.of(SERVER_SENT, LINES);

  private final Context context;
  private final String kind;
  private boolean isBegun;

  EventLines(Context context, String kind) {
    this.context = context;
    this.kind = kind;
  }

  boolean isBegun() {
    return isBegun;
  }

  /**
   * Writes an event.
   *
   * @throws IOException if the caller is gone
   */
  void write(Map<String, Object> event) throws IOException {
    OutputStream out = out();
    boolean isServerSent = kind.equals(SERVER_SENT);
    if (isServerSent) {
      out.write(("event: " + event.get("type") + "\ndata: ").getBytes(StandardCharsets.US_ASCII));
    }
    out.write(StrictJson.MAPPER.writeValueAsBytes(event));
    out.write(isServerSent ? new byte[] {'\n', '\n'} : new byte[] {'\n'});
  }

  /** Sends all that was written. */
  void flush() throws IOException {
    out().flush();
  }

  private OutputStream out() throws IOException {
    HttpServletResponse response = context.res();
    if (!isBegun) {
      isBegun = true;
      response.setStatus(HttpServletResponse.SC_OK);
      response.setContentType(kind);
      // A proxy that gathers an answer before it hands it on would hold the events back.
      response.setHeader("X-Accel-Buffering", "no");
    }
    return response.getOutputStream();
  }
}
