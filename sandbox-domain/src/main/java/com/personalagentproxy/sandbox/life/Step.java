package com.personalagentproxy.sandbox.life;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.machine.StateName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A sandbox came into a state.
 *
 * @param number of all steps the later one has the higher; they come to be seen in another order
 *     where several write at once
 * @param state absent if it was taken out
 * @param at since when it was in it; when it was taken out, by the store's own clock
 * @param reason why, in a sentence
 */
public record Step(
    long number,
    SandboxId sandbox,
    ConnectionId connection,
    @Nullable StateName state,
    Instant at,
    String reason) {

  /** Whether the sandbox was taken out. */
  public boolean isRemoval() {
    return state == null;
  }
}
