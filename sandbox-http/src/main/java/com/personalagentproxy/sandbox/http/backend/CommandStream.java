package com.personalagentproxy.sandbox.http.backend;

import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.http.FailureLog;
import com.personalagentproxy.sandbox.http.RequestId;
import com.personalagentproxy.sandbox.http.StrictJson;
import io.javalin.http.Context;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The answer to a command, written line by line as it comes. Until the first line it can still be
 * answered otherwise. Used by one thread, which writing blocks while the caller reads no faster.
 */
final class CommandStream {

  private static final byte[] SIGN_OF_LIFE = "{}\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] END = "\"}\n".getBytes(StandardCharsets.US_ASCII);

  private final Context context;
  private boolean isBegun;

  CommandStream(Context context) {
    this.context = context;
  }

  /** Whether something was written, so that the answer can be no other any more. */
  boolean isBegun() {
    return isBegun;
  }

  /**
   * Writes a piece of output.
   *
   * @param stream {@code stdout} or {@code stderr}
   * @throws IOException if the caller is gone
   */
  void output(String stream, byte[] bytes) throws IOException {
    OutputStream out = out();
    out.write(("{\"" + stream + "\":\"").getBytes(StandardCharsets.US_ASCII));
    out.write(Base64.getEncoder().encode(bytes));
    out.write(END);
  }

  /** Says that the command still runs, and sends all that was written. */
  void signOfLife() throws IOException {
    out().write(SIGN_OF_LIFE);
    flush();
  }

  /** Sends all that was written. */
  void flush() throws IOException {
    out().flush();
  }

  /** Writes how the command ended. */
  void outcome(Outcome outcome) throws IOException {
    line(Map.of("outcome", told(outcome)));
  }

  /** Writes that nothing was run. */
  void error(CallError error) throws IOException {
    line(error.body());
  }

  /**
   * Ends the answer without an outcome, by which callers know that it isn't whole. The failure that
   * nobody foresaw is written down.
   */
  void giveUp(Throwable failure) {
    FailureLog.write(
        RequestId.of(context), context.method().name(), context.endpoint().path, failure);
  }

  private void line(Object value) throws IOException {
    OutputStream out = out();
    out.write(StrictJson.MAPPER.writeValueAsBytes(value));
    out.write('\n');
    out.flush();
  }

  private OutputStream out() throws IOException {
    HttpServletResponse response = context.res();
    if (!isBegun) {
      isBegun = true;
      response.setStatus(HttpServletResponse.SC_OK);
      response.setContentType("application/x-ndjson");
      // Proxies that would hold it back pass it on as it comes.
      response.setHeader("X-Accel-Buffering", "no");
    }
    return response.getOutputStream();
  }

  private static Map<String, Object> told(Outcome outcome) {
    Map<String, Object> told = new LinkedHashMap<>();
    if (outcome instanceof Outcome.Exited exited) {
      told.put("kind", "exited");
      told.put("code", exited.code());
    } else if (outcome instanceof Outcome.Signalled signalled) {
      told.put("kind", "signalled");
      told.put("signal", signalled.signal());
    } else if (outcome instanceof Outcome.TimedOut) {
      told.put("kind", "timed_out");
    } else if (outcome instanceof Outcome.NoSuchFolder missing) {
      told.put("kind", "no_such_folder");
      told.put("cwd", missing.cwd());
    } else if (outcome instanceof Outcome.CouldNotStart failed) {
      told.put("kind", "could_not_start");
      told.put("why", failed.why());
    } else if (outcome instanceof Outcome.Lost lost) {
      told.put("kind", "lost");
      told.put("why", lost.why());
    }
    return told;
  }
}
