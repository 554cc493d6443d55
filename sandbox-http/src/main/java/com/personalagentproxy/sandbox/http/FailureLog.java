package com.personalagentproxy.sandbox.http;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down failures that nobody foresaw: their types and where they were thrown. Their messages
 * are left out, for a library may have put a command, a token or a row into one (H1).
 */
public final class FailureLog {

  private static final Logger LOG = LoggerFactory.getLogger(FailureLog.class);
  private static final int MOST_CAUSES = 8;

  private FailureLog() {}

  /** Writes one down under the id of the request it happened in. */
  public static void write(String requestId, String method, String route, Throwable failure) {
    LOG.error("Request {} ({} {}) failed:{}", requestId, method, route, described(failure));
  }

  static String described(Throwable failure) {
    StringBuilder text = new StringBuilder();
    Throwable each = failure;
    for (int depth = 0; each != null && depth < MOST_CAUSES; depth++) {
      text.append(depth == 0 ? "\n" : "\ncaused by ").append(each.getClass().getName());
      for (StackTraceElement frame : each.getStackTrace()) {
        text.append("\n\tat ").append(frame);
      }
      each = each.getCause();
    }
    return text.toString();
  }
}
