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
    Templates templates) {

  static Site of(Sessions sessions, PageSettings settings, InstantSource clock) {
    return new Site(
        sessions,
        settings,
        clock,
        new SessionCookie(settings.isSecure()),
        new LastWord(settings.isSecure()),
        new Templates());
  }

  String address(Context context) {
    return settings.publicUrl() == null
        ? "http://" + context.host()
        : settings.publicUrl().toString().replaceFirst("/$", "");
  }
}
