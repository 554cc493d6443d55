package com.personalagentproxy.sandbox.http.oauth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * PKCE (RFC 7636), by SHA-256 only: a client that began shows a challenge, and proves with the text
 * it is the hash of that it is the one that ends.
 */
final class Proof {

  static final String METHOD = "S256";

  private static final Pattern CHALLENGE = Pattern.compile("[A-Za-z0-9_-]{43}");
  private static final Pattern VERIFIER = Pattern.compile("[A-Za-z0-9._~-]{43,128}");

  private Proof() {}

  static boolean isChallenge(String text) {
    return CHALLENGE.matcher(text).matches();
  }

  /** The challenge that this text answers; empty if it can answer none. */
  static Optional<String> challenge(String verifier) {
    if (!VERIFIER.matcher(verifier).matches()) {
      return Optional.empty();
    }
    byte[] hash = sha256(verifier);
    return Optional.of(Base64.getUrlEncoder().withoutPadding().encodeToString(hash));
  }

  static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("Every Java has SHA-256.", impossible);
    }
  }
}
