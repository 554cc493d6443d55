package com.personalagentproxy.sandbox.web.metrics;

import com.personalagentproxy.sandbox.http.ErrorKind;
import com.personalagentproxy.sandbox.http.ProblemException;
import com.personalagentproxy.sandbox.http.Routes;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Header;
import io.javalin.router.Endpoint;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Measures each request, by the route that it took and its status, and serves all that is measured
 * to whoever bears the token.
 */
public final class MetricsRoutes implements Routes {

  private static final String SCHEME = "Bearer ";

  private final Meters meters;
  private final byte[] token;

  /**
   * @param token what the scraper is to bear
   */
  public MetricsRoutes(Meters meters, String token) {
    this.meters = meters;
    this.token = token.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void addTo(JavalinConfig config) {
    config.requestLogger.http(
        (context, milliseconds) ->
            meters
                .timer(
                    "sandboxes.http",
                    "Requests, by route and status.",
                    "method",
                    String.valueOf(context.method()),
                    "route",
                    route(context),
                    "status",
                    String.valueOf(context.statusCode()))
                .record(
                    Duration.ofNanos((long) (milliseconds * TimeUnit.MILLISECONDS.toNanos(1)))));
    config.routes.get("/metrics", this::answer);
  }

  private void answer(Context context) {
    String given = context.header(Header.AUTHORIZATION);
    if (given == null
        || !given.startsWith(SCHEME)
        || !MessageDigest.isEqual(
            token, given.substring(SCHEME.length()).getBytes(StandardCharsets.UTF_8))) {
      context.header(Header.WWW_AUTHENTICATE, "Bearer");
      throw new ProblemException(
          ErrorKind.UNAUTHENTICATED,
          "Metrics are for who has the token for them. Send what SANDBOX_METRICS_TOKEN is set to in"
              + " the header Authorization: Bearer.");
    }
    context.contentType("text/plain; version=0.0.4; charset=utf-8").result(meters.text());
  }

  /** The route's pattern, never the address: that has ids, and there is no end of them. */
  private static String route(Context context) {
    Endpoint matched = context.endpoints().matchedHttpEndpoint();
    return matched == null ? "none" : matched.path;
  }
}
