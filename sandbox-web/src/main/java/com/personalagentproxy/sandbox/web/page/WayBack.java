package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.http.CookieNames;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Where somebody wanted to go who had to sign in first, in a cookie: signing in may lead by a
 * terminal or by a provider's pages.
 */
final class WayBack {

  private static final int SECONDS = 900;

  private final CookieNames names;

  WayBack(CookieNames names) {
    this.names = names;
  }

  /** Nothing is kept of what is no address of ours. */
  void leave(Context context, String address) {
    if (Back.to(address).equals(address)) {
      context.cookie(
          cookie(
              context,
              Base64.getUrlEncoder()
                  .withoutPadding()
                  .encodeToString(address.getBytes(StandardCharsets.US_ASCII)),
              SECONDS));
    }
  }

  /** An address of ours: the list if nobody wanted to go elsewhere. */
  String take(Context context) {
    String left = context.cookie(name(context));
    if (left == null || left.isEmpty()) {
      return "/";
    }
    context.cookie(cookie(context, "", 0));
    return Back.to(decoded(left));
  }

  private static @Nullable String decoded(String left) {
    try {
      return new String(Base64.getUrlDecoder().decode(left), StandardCharsets.US_ASCII);
    } catch (IllegalArgumentException notOurs) {
      return null;
    }
  }

  private Cookie cookie(Context context, String value, int seconds) {
    Cookie cookie = new Cookie(name(context), value, "/", seconds, names.isSecure());
    cookie.setHttpOnly(true);
    // Not Strict: who comes from a provider's pages is to be led on.
    cookie.setSameSite(SameSite.LAX);
    return cookie;
  }

  private String name(Context context) {
    return names.of("sandboxes-way", context);
  }
}
