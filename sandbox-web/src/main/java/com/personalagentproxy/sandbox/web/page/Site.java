package com.personalagentproxy.sandbox.web.page;

import io.javalin.http.Context;
import java.time.InstantSource;

/** What all pages share. */
record Site(
    Sessions sessions,
    PageSettings settings,
    InstantSource clock,
    SessionCookie cookie,
    LastWord word,
    WayBack wayBack,
    Templates templates) {

  static Site of(Sessions sessions, PageSettings settings, InstantSource clock) {
    return new Site(
        sessions,
        settings,
        clock,
        new SessionCookie(settings.cookies()),
        new LastWord(settings.cookies()),
        new WayBack(settings.cookies()),
        new Templates());
  }

  /** What there is to sign in by. */
  SignInWays ways() {
    return new SignInWays(settings.provider(), false);
  }

  /** The address that was asked for, within ours. */
  static String here(Context context) {
    return context.queryString() == null
        ? context.path()
        : context.path() + "?" + context.queryString();
  }

  String address(Context context) {
    return settings.publicUrl() == null
        ? "http://" + context.host()
        : settings.publicUrl().toString().replaceFirst("/$", "");
  }
}
