package com.personalagentproxy.sandbox.move;

import com.personalagentproxy.sandbox.machine.BackendException;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts while a census is taken. Safe for use by many threads. */
final class CensusTally {

  private final Map<CensusRule.Deed, Integer> deeds = new EnumMap<>(CensusRule.Deed.class);
  private int machines;
  private int failures;
  private @Nullable String cutShort;
  private @Nullable Throwable broken;

  synchronized void listed(int count) {
    machines += count;
  }

  synchronized void did(CensusRule.Deed deed) {
    deeds.merge(deed, 1, Integer::sum);
  }

  synchronized void failed() {
    failures++;
  }

  synchronized void cutShort(BackendException why) {
    cutShort = MoveFailure.why(why);
  }

  /** Something else than the backend failed; the first is told when the census is over. */
  synchronized void broke(Throwable failure) {
    if (broken == null) {
      broken = failure;
    }
  }

  synchronized CensusResult result() {
    if (broken instanceof Error error) {
      throw error;
    }
    if (broken instanceof RuntimeException failure) {
      throw failure;
    }
    return new CensusResult(
        machines,
        count(CensusRule.Deed.PUT_ORPHAN_TO_SLEEP),
        count(CensusRule.Deed.DELETE_ORPHAN),
        count(CensusRule.Deed.BRING_BACK) + count(CensusRule.Deed.PUT_TO_SLEEP_AGAIN),
        failures,
        cutShort);
  }

  private int count(CensusRule.Deed deed) {
    return deeds.getOrDefault(deed, 0);
  }
}
