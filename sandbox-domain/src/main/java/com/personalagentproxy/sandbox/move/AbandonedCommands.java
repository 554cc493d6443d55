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

  AbandonedCommands(Ports ports) {
    this.ports = ports;
  }

  /** Ends those with a deadline at or before that time. */
  void end(Instant deadlineAtOrBefore) {
    for (int batch = 0; batch < MOST_BATCHES; batch++) {
      List<Entry> abandoned = ports.store().abandoned(deadlineAtOrBefore, BATCH);
      abandoned.forEach(this::end);
      if (abandoned.size() < BATCH) {
        return;
      }
    }
  }

  private void end(Entry entry) {
    if (entry.about() instanceof About.OfSandbox about) {
      SandboxId sandbox = new SandboxId(about.id());
      Verdict.Ended ending = entry.abandoned(ports.now());
      ports.store().end(sandbox, entry.id().command(), ending, entry.at().plus(ending.took()));
      ports.settledMoves().announce(sandbox);
    }
  }
}
