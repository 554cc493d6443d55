package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.answer.Text;
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

  private final boolean secure;

  LastWord(boolean secure) {
    this.secure = secure;
  }

  void leave(Context context, String sentence) {
    String kept = Text.beginning(sentence, LONGEST);
    context.cookie(
        cookie(
            Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(kept.getBytes(StandardCharsets.UTF_8)),
            SECONDS));
  }

  Optional<String> take(Context context) {
    String left = context.cookie(name());
    if (left == null || left.isEmpty()) {
      return Optional.empty();
    }
    context.cookie(cookie("", 0));
    try {
      return Optional.of(new String(Base64.getUrlDecoder().decode(left), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException notOurs) {
      return Optional.empty();
    }
  }

  private Cookie cookie(String value, int seconds) {
    Cookie cookie = new Cookie(name(), value, "/", seconds, secure);
    cookie.setHttpOnly(true);
    cookie.setSameSite(SameSite.STRICT);
    return cookie;
  }

  private String name() {
    return secure ? "__Host-sandboxes-said" : "sandboxes-said";
  }
}
