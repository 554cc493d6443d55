package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.answer.Text;
import com.personalagentproxy.sandbox.http.CookieNames;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * The sentence that a deed leaves for the page after it, in a cookie: so the page's address stays
 * clean, and it is said once.
 */
final class LastWord {

  private static final int LONGEST = 600;
  private static final int SECONDS = 60;

  private final CookieNames names;

  LastWord(CookieNames names) {
    this.names = names;
  }

  void leave(Context context, String sentence) {
    String kept = Text.beginning(sentence, LONGEST);
    context.cookie(
        cookie(
            context,
            Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(kept.getBytes(StandardCharsets.UTF_8)),
            SECONDS));
  }

  Optional<String> take(Context context) {
    String left = context.cookie(name(context));
    if (left == null || left.isEmpty()) {
      return Optional.empty();
    }
    context.cookie(cookie(context, "", 0));
    try {
      return Optional.of(new String(Base64.getUrlDecoder().decode(left), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException notOurs) {
      return Optional.empty();
    }
  }

  private Cookie cookie(Context context, String value, int seconds) {
    Cookie cookie = new Cookie(name(context), value, "/", seconds, names.isSecure());
    cookie.setHttpOnly(true);
    cookie.setSameSite(SameSite.STRICT);
    return cookie;
  }

  private String name(Context context) {
    return names.of("sandboxes-said", context);
  }
}
