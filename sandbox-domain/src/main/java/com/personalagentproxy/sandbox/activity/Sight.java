package com.personalagentproxy.sandbox.activity;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which entries a member may see, whatever they are about: what the own agents called, wherever,
 * and what any agent called in the connections that the member shares with others (C5).
 *
 * @param organization the member's
 * @param shared the connections of which all is seen
 * @param after only those that come after this place; from the newest if absent
 * @param limit how many at most
 */
public record Sight(
    OrganizationId organization,
    MemberId member,
    Set<ConnectionId> shared,
    ActivityRequest.@Nullable Place after,
    int limit) {

  public Sight {
    shared = Set.copyOf(shared);
  }

  /** Whether the entry is seen, wherever it is in the order. */
  public boolean sees(Entry entry) {
    return entry.agent().member().equals(member)
        || connection(entry.about()).filter(shared::contains).isPresent();
  }

  /** The same from another place on. */
  public Sight from(ActivityRequest.@Nullable Place place, int most) {
    return new Sight(organization, member, shared, place, most);
  }

  private static Optional<ConnectionId> connection(About about) {
    if (about instanceof About.OfSandbox of) {
      return Optional.of(of.connection());
    }
    return about instanceof About.Named named
        ? Optional.ofNullable(named.connection())
        : Optional.empty();
  }
}
