package com.personalagentproxy.sandbox.collection;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import com.personalagentproxy.sandbox.access.ConnectionId;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** The order in which what is due is dealt with, fair to all connections (M9). */
public final class Turns {

  private Turns() {}

  /**
   * Each connection's longest due first, then each one's second, and so on: for stores that can't
   * ask a database for it.
   */
  public static List<Sandbox> of(
      Stream<Sandbox> due, Function<Sandbox, Instant> dueSince, int limit) {
    Map<ConnectionId, Integer> turns = new HashMap<>();
    Map<Integer, List<Sandbox>> byTurn =
        due.sorted(comparing(dueSince).thenComparing(row -> row.id().toString()))
            .collect(
                groupingBy(
                    row -> turns.merge(row.connection(), 1, Integer::sum), TreeMap::new, toList()));
    return byTurn.values().stream().flatMap(List::stream).limit(limit).toList();
  }
}
