package com.personalagentproxy.sandbox.http.mcp;

import io.javalin.http.Context;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which of an agent's programs sent a request. It is told by the session's id, which is given when
 * a program begins with {@code initialize} and kept nowhere: it only keeps the requests of one
 * program apart from those of another, since both count theirs from nought. Without one there is
 * the address and the program's name, which two programs may have in common.
 *
 * @param isOneProgram whether no other program can have it
 */
record Origin(String text, boolean isOneProgram) {

  static final String SESSION = "Mcp-Session-Id";

  private static final Pattern FIT = Pattern.compile("[\\x21-\\x7e]{1,128}");

  static Origin of(Context context) {
    @Nullable String session = context.header(SESSION);
    return session != null && FIT.matcher(session).matches()
        ? new Origin(session, true)
        : new Origin(context.ip() + " " + context.userAgent(), false);
  }

  static String newSession() {
    return UUID.randomUUID().toString();
  }
}
