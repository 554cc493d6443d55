package com.personalagentproxy.sandbox.move;

import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The rows that one sweep has to deal with: looked up again before they run out, so that no lane
 * waits for another's row, and none given twice. Safe for use by many threads; no lane waits for
 * another's look at the store.
 */
final class Due {

  /**
   * A look at the store.
   *
   * @param isAll whether nothing else is due
   */
  record Look(List<Sandbox> rows, boolean isAll) {}

  private final Supplier<Look> look;
  private final int most;
  private final int few;
  private final Queue<Sandbox> waiting = new ArrayDeque<>();
  private final Set<SandboxId> seen = new HashSet<>();
  private int looking;
  private boolean isAll;
  private int given;

  /**
   * @param most how many are given in all
   * @param few with fewer than these left it looks again
   */
  Due(Supplier<Look> look, int most, int few) {
    this.look = look;
    this.most = most;
    this.few = few;
  }

  /**
   * The first look, before any lane begins.
   *
   * @return how many are due
   */
  int begin() {
    if (mustLook()) {
      lookAgain();
    }
    return waiting();
  }

  /**
   * The next one to deal with. A lane that finds none while another looks, looks too: it must not
   * end as long as something may be due.
   */
  Optional<Sandbox> next() {
    Optional<Sandbox> next = Optional.empty();
    while (next.isEmpty() && mustLook()) {
      lookAgain();
      next = poll();
    }
    return next.or(this::poll);
  }

  /** How many were given. */
  synchronized int given() {
    return given;
  }

  private synchronized int waiting() {
    return waiting.size();
  }

  private synchronized boolean mustLook() {
    boolean must =
        !isAll && given < most && (waiting.isEmpty() || (looking == 0 && waiting.size() < few));
    looking += must ? 1 : 0;
    return must;
  }

  private void lookAgain() {
    int knownBefore = known();
    Look found = new Look(List.of(), true);
    try {
      found = look.get();
    } finally {
      add(found, knownBefore);
    }
  }

  private synchronized int known() {
    return seen.size();
  }

  private synchronized void add(Look found, int knownBefore) {
    found.rows().stream().filter(row -> seen.add(row.id())).forEach(waiting::add);
    // Neither from this look nor from another's since it began: what was all seen before isn't
    // changed by its deed, and is for the next sweep.
    boolean isNothingNew = seen.size() == knownBefore;
    isAll |= found.isAll() || isNothingNew;
    looking--;
  }

  private synchronized Optional<Sandbox> poll() {
    if (given >= most || waiting.isEmpty()) {
      return Optional.empty();
    }
    given++;
    return Optional.of(waiting.remove());
  }
}
