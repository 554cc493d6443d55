package com.personalagentproxy.sandbox.http;

import io.javalin.http.Context;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Under which name a browser sends its session. */
public record SessionName(CookieNames names) {

  private static final String WHAT = "sandboxes";

  /**
   * The usual one.
   *
   * @param publicUrl where browsers reach the server; absent: as a request calls it
   */
  public static SessionName of(@Nullable URI publicUrl) {
    return new SessionName(new CookieNames(publicUrl));
  }

  /** The cookie's name. */
  public String text(Context context) {
    return names.of(WHAT, context);
  }

  /** The session that a request bears; empty if it bears none. */
  public Optional<String> in(Context context) {
    // Sessions that were given before ports were in names stay good.
    return value(context, text(context)).or(() -> value(context, names.withoutPort(WHAT)));
  }

  private static Optional<String> value(Context context, String name) {
    return Optional.ofNullable(context.cookie(name)).filter(value -> !value.isEmpty());
  }
}
