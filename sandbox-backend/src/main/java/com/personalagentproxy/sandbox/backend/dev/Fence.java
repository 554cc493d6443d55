package com.personalagentproxy.sandbox.backend.dev;

import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.io.IOException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What is remembered of one machine, and which calls are refused for it (M2). */
final class Fence {

  private final MachineId id;
  private final MachineFolder folder;
  private final Ledger ledger;
  private volatile Ledger.@Nullable Entry entry;

  /**
   * @param entry what the ledger says of it; absent for one never seen
   */
  Fence(MachineId id, MachineFolder folder, Ledger ledger, Ledger.@Nullable Entry entry) {
    this.id = id;
    this.folder = folder;
    this.ledger = ledger;
    this.entry = entry;
  }

  /** Absent for one never seen. */
  Ledger.@Nullable Entry entry() {
    return entry;
  }

  void refuseStale(Generation asked) {
    Ledger.Entry now = entry;
    if (now != null && asked.compareTo(now.seen()) < 0) {
      throw new BackendException.StaleGeneration(id, asked, now.seen());
    }
  }

  /** Whether it is there and wasn't deleted. */
  boolean isKept() {
    Ledger.Entry now = entry;
    return now != null && now.kept() && folder.isThere();
  }

  void requireKept() {
    if (!isKept()) {
      throw new BackendException.MachineGone(id);
    }
  }

  /**
   * Written before anything is done, so that no call of a lower generation comes through after a
   * crash. Only for one move at a time.
   *
   * @param by whose call it is (M12)
   */
  void remember(UUID by, Generation generation, boolean kept) throws IOException {
    Ledger.Entry now = entry;
    if (now == null
        || !now.seen().equals(generation)
        || now.kept() != kept
        || !by.equals(now.installation())) {
      entry = ledger.write(id, generation, kept, by);
    }
  }
}
