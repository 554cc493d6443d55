package com.personalagentproxy.sandbox.collection;

import com.personalagentproxy.sandbox.machine.StateName;
import java.time.Instant;

/**
 * What a sandbox must be like for the sweeper to put it to sleep (M8).
 *
 * @param lastUsedAtOrBefore last used at this time or earlier
 * @param now no command's deadline is after this time
 */
public record Idleness(Instant lastUsedAtOrBefore, Instant now) {

  /** Whether the row is so: what an adapter's write must agree with. */
  public boolean holds(Sandbox row) {
    return row.state().is(StateName.AWAKE)
        && !row.lastUsed().isAfter(lastUsedAtOrBefore)
        && !row.isRunningCommands(now);
  }
}
