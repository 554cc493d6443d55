package com.personalagentproxy.sandbox.http.oauth;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What was put in last for each id; of many the oldest are forgotten. Safe for many threads. */
final class Recent<T> {

  private final Map<String, T> entries;

  Recent(int most) {
    entries =
        new LinkedHashMap<>() {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
            return size() > most;
          }
        };
  }

  synchronized Optional<T> get(String id) {
    return Optional.ofNullable(entries.get(id));
  }

  synchronized void put(String id, T entry) {
    entries.remove(id);
    entries.put(id, entry);
  }
}
