package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.http.CookieNames;
import com.personalagentproxy.sandbox.http.SessionName;
import com.personalagentproxy.sandbox.persistence.identity.SignIns;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.util.Optional;

/** Where a browser keeps its session: out of reach of scripts and of other sites. */
final class SessionCookie {

  /** As long as the session itself: a browser that is closed is no sign-out. */
  private static final int LASTS = Math.toIntExact(SignIns.SESSION_LASTS.toSeconds());

  private final SessionName name;

  SessionCookie(CookieNames names) {
    this.name = new SessionName(names);
  }

  Optional<String> in(Context context) {
    return name.in(context);
  }

  void give(Context context, String session) {
    context.cookie(cookie(context, session, LASTS));
  }

  void take(Context context) {
    context.cookie(cookie(context, "", 0));
  }

  private Cookie cookie(Context context, String value, int seconds) {
    Cookie cookie = new Cookie(name.text(context), value, "/", seconds, name.names().isSecure());
    cookie.setHttpOnly(true);
    // Not Strict: who follows a link to the page from elsewhere would look signed out.
    cookie.setSameSite(SameSite.LAX);
    return cookie;
  }
}
