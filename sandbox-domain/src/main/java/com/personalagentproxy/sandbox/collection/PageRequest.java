package com.personalagentproxy.sandbox.collection;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.machine.StateName;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which sandboxes to list (N3).
 *
 * @param state only those in it; all if absent
 * @param search only those with this in their name, without regard to case; all if absent
 * @param after only those that come after this place; from the start if absent
 * @param limit how many at most
 */
public record PageRequest(
    List<ConnectionId> connections,
    @Nullable StateName state,
    @Nullable String search,
    @Nullable Place after,
    int limit) {

  /** How many sandboxes a page has. */
  public static final int PAGE = 50;

  /**
   * The order of the list. Ids are ordered as their text is, which is how databases order them;
   * {@link java.util.UUID#compareTo} has another order.
   */
  public static final Comparator<Sandbox> NEWEST_FIRST =
      Comparator.comparing(Sandbox::madeAt).thenComparing(row -> row.id().toString()).reversed();

  public PageRequest {
    connections = List.copyOf(connections);
  }

  /** Whether the row is among those asked for: what an adapter's query must agree with. */
  public boolean asksFor(Sandbox row) {
    return connections.contains(row.connection())
        && (state == null || row.state().is(state))
        && (search == null || row.name().key().contains(new SandboxName(search).key()))
        && (after == null || after.isBefore(row));
  }

  /** A place in the order newest first: by the time of making, then by id. */
  public record Place(Instant madeAt, SandboxId id) {

    /** More than any token has. */
    private static final int LONGEST_TOKEN = 100;

    public static Place of(Sandbox sandbox) {
      return new Place(sandbox.madeAt(), sandbox.id());
    }

    /** Whether the row comes after this place. */
    boolean isBefore(Sandbox row) {
      int time = row.madeAt().compareTo(madeAt);
      return time < 0 || (time == 0 && row.id().toString().compareTo(id.toString()) < 0);
    }

    /** The place as a caller carries it from one page to the next. */
    public String token() {
      return madeAt + "_" + id;
    }

    /** The place a token stands for; empty if it stands for none. */
    public static Optional<Place> parse(String token) {
      int cut = token.indexOf('_');
      if (cut < 0 || token.length() > LONGEST_TOKEN) {
        return Optional.empty();
      }
      try {
        Instant madeAt = Instant.parse(token.substring(0, cut));
        if (madeAt.isBefore(Sandbox.EARLIEST) || madeAt.isAfter(Sandbox.LATEST)) {
          return Optional.empty();
        }
        return SandboxId.parse(token.substring(cut + 1)).map(id -> new Place(madeAt, id));
      } catch (DateTimeParseException notAPlace) {
        return Optional.empty();
      }
    }
  }
}
