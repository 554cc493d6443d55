package com.personalagentproxy.sandbox.http.oauth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * What the form of a consent carries: known to the session's own pages alone, and worth nothing in
 * place of the session's secret.
 */
final class FormToken {

  private FormToken() {}

  static String of(String session) {
    return HexFormat.of().formatHex(Proof.sha256("consent of " + session));
  }

  static boolean isOf(String session, @Nullable String sent) {
    return sent != null
        && MessageDigest.isEqual(
            sent.getBytes(StandardCharsets.UTF_8), of(session).getBytes(StandardCharsets.UTF_8));
  }
}
