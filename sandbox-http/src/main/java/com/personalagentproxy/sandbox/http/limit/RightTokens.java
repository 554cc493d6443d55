package com.personalagentproxy.sandbox.http.limit;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Hashes of the ten thousand tokens that were somebody's last. They let nobody in: they only tell
 * whose request is worth a look when others behind the same address fail. Safe for use by many
 * threads.
 */
final class RightTokens {

  private static final int MOST = 10_000;
  private static final int BYTES = 16;

  private final Map<String, Boolean> hashes =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
          return size() > MOST;
        }
      };

  void add(String token) {
    String hash = hash(token);
    synchronized (hashes) {
      hashes.put(hash, true);
    }
  }

  boolean has(String token) {
    String hash = hash(token);
    synchronized (hashes) {
      return hashes.containsKey(hash);
    }
  }

  private static String hash(String token) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(Arrays.copyOf(hash, BYTES));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("Every Java has SHA-256.", impossible);
    }
  }
}
