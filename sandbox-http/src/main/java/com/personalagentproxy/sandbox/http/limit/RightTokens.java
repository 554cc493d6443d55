package com.personalagentproxy.sandbox.http.limit;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Hashes of the ten thousand tokens that were somebody's last, each at the door where it was: one
 * that is right at one may be wrong at another. They let nobody in: they only tell whose request is
 * worth a look when others behind the same address fail. Safe for use by many threads.
 */
final class RightTokens {

  private static final int MOST = 10_000;

  private final Map<String, Boolean> hashes =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
          return size() > MOST;
        }
      };

  void add(String door, String token) {
    String known = known(door, token);
    synchronized (hashes) {
      hashes.put(known, true);
    }
  }

  boolean has(String door, String token) {
    String known = known(door, token);
    synchronized (hashes) {
      return hashes.containsKey(known);
    }
  }

  private static String known(String door, String token) {
    return Hash.of(door + " " + token);
  }
}
