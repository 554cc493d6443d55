package com.personalagentproxy.sandbox.http.limit;

import com.personalagentproxy.sandbox.http.Routes;
import com.personalagentproxy.sandbox.http.TooManyRequestsException;
import io.github.bucket4j.TimeMeter;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.Header;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts failures at the doors by where they come from: tokens and codes that nobody has, and
 * programs that register. Who has failed too often isn't looked up for a while. Tokens that were
 * right lately are let through all the same, so that nobody locks out others behind the same
 * address; whether they still are is seen as always. Goes before and after all routes.
 */
public final class StrangerLimit implements Routes {

  /** Where codes are redeemed and programs register, besides by tokens in a header. */
  private static final Set<String> DOORS =
      Set.of("/sign-in", "/join", "/oauth/token", "/oauth/register", "/oauth/revoke");

  private static final String REGISTER = "/oauth/register";
  private static final int REFUSED = 400;
  private static final int UNAUTHENTICATED = 401;
  private static final int TOO_MANY = 429;

  private final Limits limits;
  private final CallerLimit callers;
  private final Buckets<String> failures;

  /** With what knows which tokens were right. */
  public StrangerLimit(Limits limits, CallerLimit callers) {
    this(limits, callers, TimeMeter.SYSTEM_NANOTIME);
  }

  StrangerLimit(Limits limits, CallerLimit callers, TimeMeter time) {
    this.limits = limits;
    this.callers = callers;
    this.failures = new Buckets<>(limits.failures(), time);
  }

  @Override
  public void addTo(JavalinConfig config) {
    config.routes.before(this::turnAway);
    config.routes.after(this::count);
  }

  private void turnAway(Context context) {
    String token = context.header(Header.AUTHORIZATION);
    if ((token == null && !isDoor(context)) || wasRight(token)) {
      return;
    }
    Optional<Duration> wait = failures.wait(address(context));
    if (wait.isPresent()) {
      throw new TooManyRequestsException("Your address", wait.get());
    }
  }

  private void count(Context context) {
    String token = context.header(Header.AUTHORIZATION);
    int status = context.statusCode();
    if (status == TOO_MANY) {
      return;
    }
    boolean hasFailed =
        token == null
            ? isDoor(context) && (status >= REFUSED || context.path().equals(REGISTER))
            : status == UNAUTHENTICATED;
    if (hasFailed) {
      failures.take(address(context));
    }
  }

  private static boolean isDoor(Context context) {
    return context.method().equals(HandlerType.POST) && DOORS.contains(context.path());
  }

  private boolean wasRight(@Nullable String authorization) {
    return authorization != null
        && callers.wasRight(authorization.substring(authorization.lastIndexOf(' ') + 1));
  }

  private String address(Context context) {
    return ClientAddress.of(
        context.req().getRemoteAddr(), context.header("X-Forwarded-For"), limits.proxies());
  }
}
