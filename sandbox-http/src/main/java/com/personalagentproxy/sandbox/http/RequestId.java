package com.personalagentproxy.sandbox.http;

import io.javalin.http.Context;
import java.util.UUID;

/** Names a request in the answer and in the log, so that one can be found by the other. */
public final class RequestId {

  static final String HEADER = "X-Request-Id";

  private RequestId() {}

  static void give(Context context) {
    context.header(HEADER, UUID.randomUUID().toString());
  }

  /** The request's id. */
  public static String of(Context context) {
    String id = context.res().getHeader(HEADER);
    return id == null ? "unknown" : id;
  }
}
