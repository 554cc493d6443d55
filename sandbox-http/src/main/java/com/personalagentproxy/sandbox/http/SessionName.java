package com.personalagentproxy.sandbox.http;

import io.javalin.http.Context;
import java.util.Optional;

/**
 * Under which name a browser sends its session.
 *
 * @param isSecure whether browsers reach the server by https. They take the prefix only on what is
 *     secure, and from nobody but this very host
 */
public record SessionName(boolean isSecure) {

  /** The cookie's name. */
  public String text() {
    return isSecure ? "__Host-sandboxes" : "sandboxes";
  }

  /** The session that a request bears; empty if it bears none. */
  public Optional<String> in(Context context) {
    return Optional.ofNullable(context.cookie(text())).filter(value -> !value.isEmpty());
  }
}
