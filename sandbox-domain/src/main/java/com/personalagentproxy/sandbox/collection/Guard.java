package com.personalagentproxy.sandbox.collection;

import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.StateName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a guarded write leaves: it happens only if the row is so (M1).
 *
 * @param admissions if given, no command was admitted since the row was read
 * @param idle if given, no command runs and it has been so for long enough (M8)
 */
public record Guard(
    StateName state, Generation generation, @Nullable Long admissions, @Nullable Idle idle) {

  /**
   * How long a sandbox must have been without use.
   *
   * @param lastUsedAtOrBefore last used at this time or earlier
   * @param now no command's deadline is after this time
   */
  public record Idle(Instant lastUsedAtOrBefore, Instant now) {}

  /** In the state and at the generation that were read. */
  public static Guard of(Sandbox read) {
    return new Guard(read.state().name(), read.generation(), null, null);
  }

  /** Likewise, and no command was admitted since. */
  public static Guard untouched(Sandbox read) {
    return new Guard(read.state().name(), read.generation(), read.admissions(), null);
  }

  /** Likewise, and idle inside the write (M8). */
  public static Guard idle(Sandbox read, Instant lastUsedAtOrBefore, Instant now) {
    return new Guard(
        read.state().name(), read.generation(), null, new Idle(lastUsedAtOrBefore, now));
  }

  /** Whether the row is so: what an adapter's write must agree with. */
  public boolean holds(Sandbox row) {
    return row.state().is(state)
        && row.generation().equals(generation)
        && (admissions == null || row.admissions() == admissions)
        && (idle == null
            || (!row.lastUsed().isAfter(idle.lastUsedAtOrBefore())
                && !row.isRunningCommands(idle.now())));
  }
}
