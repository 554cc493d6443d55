package com.personalagentproxy.sandbox.http.limit;

import com.personalagentproxy.sandbox.http.Routes;
import com.personalagentproxy.sandbox.http.TooManyRequestsException;
import io.github.bucket4j.TimeMeter;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.Header;
import io.javalin.router.Endpoint;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Counts failures at the doors by where they come from: tokens and codes that nobody has, and
 * programs that register. Who has failed too often isn't looked up for a while. At other routes
 * tokens that were right there lately are let through all the same, and their failures don't count,
 * so that neither strangers nor a program whose token was revoked lock out others behind the same
 * address; whether they still are right is seen as always. What programs redeem is counted apart
 * for the same reason, and so is what pages of any origin send from somebody's browser. Goes before
 * and after all routes.
 */
public final class StrangerLimit implements Routes {

  private static final String REDEEM = "/oauth/token";
  private static final String REGISTER = "/oauth/register";
  private static final String REVOKE = "/oauth/revoke";

  /** Those that any page may call, in the browser of somebody who knows nothing of it. */
  private static final Set<String> OPEN_TO_PAGES = Set.of(REDEEM, REGISTER, REVOKE);

  /** Where codes are redeemed and programs register, besides by tokens in a header. */
  private static final Set<String> DOORS = Set.of("/sign-in", "/join", REDEEM, REGISTER, REVOKE);

  private static final int REFUSED = 400;
  private static final int UNAUTHENTICATED = 401;
  private static final int TOO_MANY = 429;

  private final Limits limits;
  private final CallerLimit callers;
  private final Buckets<String> failures;
  private final Buckets<String> redeemed;
  private final Buckets<String> ofPages;
  private final UnreadForwarding unread = new UnreadForwarding();

  /** With what knows which tokens were right. */
  public StrangerLimit(Limits limits, CallerLimit callers) {
    this(limits, callers, TimeMeter.SYSTEM_NANOTIME);
  }

  StrangerLimit(Limits limits, CallerLimit callers, TimeMeter time) {
    this.limits = limits;
    this.callers = callers;
    this.failures = new Buckets<>(limits.failures(), time);
    this.redeemed = new Buckets<>(limits.failures(), time);
    this.ofPages = new Buckets<>(limits.failures(), time);
  }

  @Override
  public void addTo(JavalinConfig config) {
    // Only then the route is known; and what no route matches looks nobody up.
    config.routes.beforeMatched(this::turnAway);
    config.routes.after(this::count);
  }

  private void turnAway(Context context) {
    if (limits.proxies() == 0 && !ClientAddress.forwardedFor(context).isEmpty()) {
      unread.came();
    }
    if (!isDoor(context) && !isStrangersToken(context)) {
      return;
    }
    Optional<Duration> wait = failures(context).wait(address(context));
    if (wait.isPresent()) {
      throw new TooManyRequestsException("Your address", wait.get());
    }
  }

  private void count(Context context) {
    int status = context.statusCode();
    if (status == TOO_MANY) {
      return;
    }
    // At a door a header says nothing: whoever likes sends one.
    boolean hasFailed =
        isDoor(context)
            ? status >= REFUSED || route(context).equals(REGISTER)
            : status == UNAUTHENTICATED && isStrangersToken(context);
    if (hasFailed) {
      failures(context).take(address(context));
    }
  }

  private Buckets<String> failures(Context context) {
    if (!isDoor(context)) {
      return failures;
    }
    boolean isOfPage =
        OPEN_TO_PAGES.contains(route(context)) && context.header(Header.ORIGIN) != null;
    if (isOfPage) {
      return ofPages;
    }
    return route(context).equals(REDEEM) ? redeemed : failures;
  }

  private static boolean isDoor(Context context) {
    return context.method().equals(HandlerType.POST) && DOORS.contains(route(context));
  }

  /** The route as it was added, however its path is written in the request. */
  private static String route(Context context) {
    Endpoint matched = context.endpoints().matchedHttpEndpoint();
    return matched == null ? "" : matched.path;
  }

  private boolean isStrangersToken(Context context) {
    String authorization = context.header(Header.AUTHORIZATION);
    return authorization != null
        && !callers.wasRight(
            door(context), authorization.substring(authorization.lastIndexOf(' ') + 1));
  }

  private static String door(Context context) {
    String route = route(context);
    int end = route.indexOf('/', 1);
    return end < 0 ? route : route.substring(0, end);
  }

  private String address(Context context) {
    return ClientAddress.of(context, limits.proxies());
  }
}
