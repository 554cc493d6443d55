package com.personalagentproxy.sandbox.collection;

import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.StateName;
import org.jspecify.annotations.Nullable;

/**
 * What a guarded write leaves: it happens only if the row is so (M1).
 *
 * @param admissions if given, no command was admitted since the row was read
 */
public record Guard(StateName state, Generation generation, @Nullable Long admissions) {

  /** In the state and at the generation that were read. */
  public static Guard of(Sandbox read) {
    return new Guard(read.state().name(), read.generation(), null);
  }

  /** Likewise, and no command was admitted since. */
  public static Guard untouched(Sandbox read) {
    return new Guard(read.state().name(), read.generation(), read.admissions());
  }

  /** Whether the row is so: what an adapter's write must agree with. */
  public boolean holds(Sandbox row) {
    return row.state().is(state)
        && row.generation().equals(generation)
        && (admissions == null || row.admissions() == admissions);
  }
}
