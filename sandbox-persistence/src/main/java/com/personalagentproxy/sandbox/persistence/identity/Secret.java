package com.personalagentproxy.sandbox.persistence.identity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * A token or a one-time code in clear: 256 random bits after a prefix that says what it is. It is
 * shown once and not kept; {@link #toString} doesn't tell it.
 */
public record Secret(String text) {

  private static final SecureRandom RANDOM = new SecureRandom();

  static Secret random(String prefix) {
    byte[] bits = new byte[32];
    RANDOM.nextBytes(bits);
    return new Secret(prefix + Base64.getUrlEncoder().withoutPadding().encodeToString(bits));
  }

  /**
   * What is kept and looked for. Looking for a hash tells nothing by its time about the text that
   * is hashed.
   */
  static byte[] hash(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("Every Java has SHA-256.", impossible);
    }
  }

  byte[] hash() {
    return hash(text);
  }

  @Override
  public String toString() {
    return "Secret[…]";
  }
}
