package com.personalagentproxy.sandbox.move;

import org.jspecify.annotations.Nullable;

/**
 * What a {@link Census} found and did.
 *
 * @param machines how many the backend listed
 * @param orphansPutToSleep machines that no row knows
 * @param orphansDeleted machines that no row knows, gone with their files
 * @param rowsMended that were brought back or put to sleep again; another claim may have been first
 * @param failures how many machines the backend failed for; the next census tries again
 * @param cutShort why it saw only some of the machines, in a sentence; absent if it saw them all
 */
public record CensusResult(
    int machines,
    int orphansPutToSleep,
    int orphansDeleted,
    int rowsMended,
    int failures,
    @Nullable String cutShort) {

  /** Whether there is anything in it that an operator should hear of. */
  public boolean isWorthTelling() {
    return orphansPutToSleep + orphansDeleted + rowsMended + failures > 0 || cutShort != null;
  }
}
