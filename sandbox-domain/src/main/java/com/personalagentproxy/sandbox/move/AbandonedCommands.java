package com.personalagentproxy.sandbox.move;

import com.personalagentproxy.sandbox.activity.About;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.collection.SandboxId;
import java.time.Instant;
import java.util.List;

/**
 * Ends commands that no server counted out, since theirs was killed: the history says then what is
 * known of them (X9), and their sandbox was in use until their deadline (M8).
 */
final class AbandonedCommands {

  private static final int BATCH = 100;

  /** What is left beyond these is ended by the next sweep. */
  private static final int MOST_BATCHES = 100;

  private final Ports ports;
  private final Lanes lanes;

  AbandonedCommands(Ports ports, Lanes lanes) {
    this.ports = ports;
    this.lanes = lanes;
  }

  /**
   * Ends those with a deadline at or before that time.
   *
   * @throws RuntimeException the first that one of them failed with, when all of a batch were tried
   */
  void end(Instant deadlineAtOrBefore) {
    for (int batch = 0; batch < MOST_BATCHES; batch++) {
      List<Entry> abandoned = ports.store().abandoned(deadlineAtOrBefore, BATCH);
      lanes.each(abandoned, this::end);
      if (abandoned.size() < BATCH || Thread.currentThread().isInterrupted()) {
        return;
      }
    }
  }

  private void end(Entry entry) {
    if (entry.about() instanceof About.OfSandbox about) {
      SandboxId sandbox = new SandboxId(about.id());
      Verdict.Ended ending = entry.abandoned(ports.now());
      Instant ended = entry.at().plus(ending.took());
      ports.store().end(sandbox, entry.id().command(), ending, ended);
      if (entry.task() != null) {
        ports.tasks().active(entry.task().id(), ended);
      }
      ports.settledMoves().announce(sandbox);
    }
  }
}
