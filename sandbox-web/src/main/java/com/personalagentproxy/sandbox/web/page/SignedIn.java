package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.access.Person;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A person with a session.
 *
 * @param session its secret
 */
public record SignedIn(Person person, String session) {

  /**
   * What each form of this session carries: known to the session's pages alone, and worth nothing
   * in place of the session's secret.
   */
  String formToken() {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256")
                  .digest(("form of " + session).getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("Every Java has SHA-256.", missing);
    }
  }

  /** Whether a form came from one of this session's pages. */
  boolean sent(@Nullable String token) {
    return token != null
        && MessageDigest.isEqual(
            token.getBytes(StandardCharsets.UTF_8), formToken().getBytes(StandardCharsets.UTF_8));
  }

  Visitor visitor() {
    return new Visitor(person.name(), formToken());
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return "SignedIn[" + person + "]";
  }
}
