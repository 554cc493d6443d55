package com.personalagentproxy.sandbox.activity;

import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which entries of an organization's agents to give.
 *
 * @param agent only this agent's; all if absent
 * @param task only those for this task; all if absent
 * @param sandbox only those about the sandbox of this id, which may be gone; all if absent
 * @param after only those that come after this place; from the newest if absent
 * @param limit how many at most
 */
public record ActivityRequest(
    OrganizationId organization,
    @Nullable AgentId agent,
    @Nullable TaskId task,
    @Nullable UUID sandbox,
    @Nullable Place after,
    int limit) {

  /** A place in the order newest first: by time, then by id. */
  public record Place(Instant at, EntryId id) {
    public static Place of(Entry entry) {
      return new Place(entry.at(), entry.id());
    }
  }
}
