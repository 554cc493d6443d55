package com.personalagentproxy.sandbox.simulation;

import com.personalagentproxy.sandbox.collection.Sandbox;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** A copy of the rows that is brought up to date only now and then. */
final class LaggingCopy {

  private static final Duration LONGEST_LAG = Duration.ofMinutes(8);

  private final Installation installation;
  private final Chance chance;
  private List<Sandbox> rows = List.of();
  private Instant until = Instant.MIN;

  LaggingCopy(Installation installation, Chance chance) {
    this.installation = installation;
    this.chance = chance;
  }

  /** Which of them there were when the copy was made. */
  List<Sandbox> known(Collection<?> sandboxes) {
    if (!installation.now().isBefore(until)) {
      rows = installation.store.all();
      until = installation.now().plus(chance.between(Duration.ZERO, LONGEST_LAG));
    }
    return rows.stream().filter(row -> sandboxes.contains(row.id())).toList();
  }
}
