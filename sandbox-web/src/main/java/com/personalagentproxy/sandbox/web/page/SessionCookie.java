package com.personalagentproxy.sandbox.web.page;

import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.util.Optional;

/** Where a browser keeps its session: out of reach of scripts and of other sites. */
final class SessionCookie {

  private static final int UNTIL_THE_BROWSER_CLOSES = -1;

  private final boolean secure;

  SessionCookie(boolean secure) {
    this.secure = secure;
  }

  Optional<String> in(Context context) {
    return Optional.ofNullable(context.cookie(name())).filter(value -> !value.isEmpty());
  }

  void give(Context context, String session) {
    context.cookie(cookie(session, UNTIL_THE_BROWSER_CLOSES));
  }

  void take(Context context) {
    context.cookie(cookie("", 0));
  }

  private Cookie cookie(String value, int seconds) {
    Cookie cookie = new Cookie(name(), value, "/", seconds, secure);
    cookie.setHttpOnly(true);
    // Not Strict: who follows a link to the page from elsewhere would look signed out.
    cookie.setSameSite(SameSite.LAX);
    return cookie;
  }

  /** A browser takes the prefix only on what is secure, and from nobody but this very host. */
  private String name() {
    return secure ? "__Host-sandboxes" : "sandboxes";
  }
}
