package com.personalagentproxy.sandbox.http.backend;

import io.javalin.http.Context;
import io.javalin.http.Header;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The one token by which servers are known. Comparing takes as long whatever is sent. */
final class ServiceToken {

  private static final Pattern BEARER =
      Pattern.compile("bearer +(?<token>[!-~]{1,1024})", Pattern.CASE_INSENSITIVE);

  private final byte[] digest;

  ServiceToken(String token) {
    digest = digest(token);
  }

  /**
   * Lets a call in that bears it.
   *
   * @throws CallError.Thrown if it doesn't
   */
  void require(Context context) {
    List<String> given = Collections.list(context.req().getHeaders(Header.AUTHORIZATION));
    Matcher bearer = BEARER.matcher(given.size() == 1 ? given.get(0).strip() : "");
    if (!bearer.matches() || !MessageDigest.isEqual(digest, digest(bearer.group("token")))) {
      context.header(Header.WWW_AUTHENTICATE, "Bearer");
      throw new CallError.Thrown(
          new CallError(
              CallError.Code.UNAUTHENTICATED,
              given.isEmpty()
                  ? "This needs the service's token. Send it in the header Authorization: Bearer."
                  : "The header Authorization doesn't bear the service's token. Send the one that the service was started with.",
              null));
    }
  }

  private static byte[] digest(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException("This Java has no SHA-256.", everyJavaHasIt);
    }
  }
}
