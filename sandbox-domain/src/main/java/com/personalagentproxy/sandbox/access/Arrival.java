package com.personalagentproxy.sandbox.access;

import org.jspecify.annotations.Nullable;

/**
 * An agent that has just shown at a door who it is.
 *
 * @param standing how it stands, if that was read by the way; it is good for one call (C4)
 */
public record Arrival(Agent agent, @Nullable Standing standing) {

  /** The same for a further call, for which the standing is to be read anew. */
  public Arrival again() {
    return new Arrival(agent, null);
  }
}
