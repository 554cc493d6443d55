package com.personalagentproxy.sandbox.activity;

import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.command.ExecKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Port: the history (H1). It has the same rows as the {@code SandboxStore}, which writes the
 * entries of the commands it admits. Whatever can't be written is thrown, and then the call fails.
 * Nothing it keeps needs to exist any more (H2). Implementations are safe for use by many threads;
 * times are kept to the microsecond. A text that a store can't hold as it is may be kept with
 * U+FFFD for what is unfit; a command's output is kept as it is, except for halves of characters.
 */
public interface Activity {

  /** Writes the entry of a call that no store has admitted. */
  void write(Entry entry);

  Optional<Entry> find(EntryId entry);

  /**
   * The agent's command that was admitted in the sandbox with this {@code exec_id}, running or
   * ended, whatever it was to run; there is at most one. One that was admitted and certainly not
   * run isn't it (X11).
   *
   * @param sandbox the sandbox's id
   */
  Optional<Entry> commandOf(AgentId agent, UUID sandbox, ExecKey key);

  /** The entries asked for, newest first; the next page starts after the last of them. */
  List<Entry> page(ActivityRequest request);

  /**
   * What a member sees, newest first. This looks through the organization's entries one after the
   * other, most of which may be others': it is right; what reads only what is seen is quicker.
   */
  default List<Entry> seen(Sight sight) {
    List<Entry> seen = new ArrayList<>();
    ActivityRequest.Place place = sight.after();
    while (seen.size() < sight.limit()) {
      List<Entry> piece =
          page(new ActivityRequest(sight.organization(), null, null, null, place, sight.limit()));
      piece.stream().filter(sight::sees).limit(sight.limit() - seen.size()).forEach(seen::add);
      if (piece.size() < sight.limit()) {
        return seen;
      }
      place = ActivityRequest.Place.of(piece.get(piece.size() - 1));
    }
    return seen;
  }

  /**
   * Clears entries from before that time, the oldest first. Commands that run are kept.
   *
   * @param limit how many at most
   * @return how many were cleared
   */
  int clear(Instant before, int limit);
}
