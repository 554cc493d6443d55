package com.personalagentproxy.sandbox.activity;

import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Instant;
import java.util.Comparator;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which entries of an organization's agents to give. Best narrowed to an agent, a task or a
 * sandbox: an adapter may have to look through all of an organization's otherwise, and {@link
 * Sight} is for what a member sees of them.
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

  /** The order in which the history is read: by time, then by the id's text. */
  public static final Comparator<Entry> NEWEST_FIRST =
      Comparator.comparing(Entry::at).thenComparing(entry -> entry.id().toString()).reversed();

  /** Whether the entry is asked for: what an adapter's reading must agree with. */
  public boolean asksFor(Entry entry) {
    return entry.agent().organization().equals(organization)
        && (agent == null || entry.agent().id().equals(agent))
        && (task == null || (entry.task() != null && entry.task().id().equals(task)))
        && (sandbox == null || entry.isAbout(sandbox))
        && (after == null || after.isBefore(entry));
  }

  /** A place in the order newest first: by time, then by id. */
  public record Place(Instant at, EntryId id) {
    public static Place of(Entry entry) {
      return new Place(entry.at(), entry.id());
    }

    private boolean isBefore(Entry entry) {
      int time = entry.at().compareTo(at);
      return time < 0 || (time == 0 && entry.id().toString().compareTo(id.toString()) < 0);
    }
  }
}
