package com.personalagentproxy.sandbox.http.mcp;

import com.personalagentproxy.sandbox.http.StrictJson;
import io.javalin.http.Context;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/**
 * The answer to one request as a stream of events. It is begun by the first thing that is written;
 * until then the request can be answered otherwise. Used by one thread, which writing blocks while
 * the caller reads no faster.
 */
final class EventStream {

  private static final byte[] SIGN_OF_LIFE =
      ": still running\n\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] BEGINNING =
      "event: message\ndata: ".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] END = "\n\n".getBytes(StandardCharsets.US_ASCII);

  private final Context context;
  private boolean isBegun;

  EventStream(Context context) {
    this.context = context;
  }

  /** Whether something was written, so that the answer can be no other any more. */
  boolean isBegun() {
    return isBegun;
  }

  /**
   * Sends a message.
   *
   * @throws IOException if the caller is gone
   */
  void send(JsonNode message) throws IOException {
    OutputStream out = out();
    out.write(BEGINNING);
    out.write(StrictJson.MAPPER.writeValueAsBytes(message));
    out.write(END);
    out.flush();
  }

  /**
   * Sends a comment, for those between to keep the connection.
   *
   * @throws IOException if the caller is gone
   */
  void signOfLife() throws IOException {
    OutputStream out = out();
    out.write(SIGN_OF_LIFE);
    out.flush();
  }

  private OutputStream out() throws IOException {
    HttpServletResponse response = context.res();
    if (!isBegun) {
      isBegun = true;
      response.setStatus(HttpServletResponse.SC_OK);
      response.setContentType("text/event-stream");
      // Proxies that gather an answer before they pass it on would hold up what is news now.
      response.setHeader("X-Accel-Buffering", "no");
    }
    return response.getOutputStream();
  }
}
