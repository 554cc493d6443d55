package com.personalagentproxy.sandbox.web.account;

import com.personalagentproxy.sandbox.persistence.identity.OpenIdDepartures;
import com.personalagentproxy.sandbox.web.page.Visit;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Optional;

/**
 * What a browser keeps while its person is at a provider's: a secret, of which the nonce and the
 * verifier are made. So what comes back is worth nothing in another browser, and the server keeps
 * neither.
 */
final class ProviderCookie {

  private static final int SECONDS = Math.toIntExact(OpenIdDepartures.LASTS.toSeconds());

  private ProviderCookie() {}

  static void give(Visit visit, String secret) {
    visit.context().cookie(cookie(visit, secret, SECONDS));
  }

  static Optional<String> take(Visit visit) {
    String secret = visit.context().cookie(name(visit));
    if (secret == null || secret.isEmpty()) {
      return Optional.empty();
    }
    visit.context().cookie(cookie(visit, "", 0));
    return Optional.of(secret);
  }

  static OpenIdProvider.Secrets secrets(String secret) {
    return new OpenIdProvider.Secrets(made("nonce of ", secret), made("verifier of ", secret));
  }

  private static String made(String what, String secret) {
    try {
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(
              MessageDigest.getInstance("SHA-256")
                  .digest((what + secret).getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("Every Java has SHA-256.", missing);
    }
  }

  private static Cookie cookie(Visit visit, String value, int seconds) {
    Cookie cookie = new Cookie(name(visit), value, "/", seconds, visit.cookies().isSecure());
    cookie.setHttpOnly(true);
    // Not Strict: the provider's page sends the browser back.
    cookie.setSameSite(SameSite.LAX);
    return cookie;
  }

  private static String name(Visit visit) {
    return visit.cookies().of("sandboxes-provider", visit.context());
  }
}
