package com.personalagentproxy.sandbox.web.page;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The page at {@code /}: the sandboxes.
 *
 * @param notOffered why there are no sandboxes at all, in a few sentences (C6)
 * @param asked which of them were asked for
 * @param place what changes are told from
 * @param states those that can be asked for
 * @param next what the link to the next page carries; absent on the last
 * @param connectLine the line that connects an agent
 */
public record ListPage(
    @Nullable String notOffered,
    ListAsked asked,
    String place,
    List<StateWord> states,
    List<SandboxRow> sandboxes,
    @Nullable String next,
    String connectLine) {

  public ListPage {
    states = List.copyOf(states);
    sandboxes = List.copyOf(sandboxes);
  }

  /** Where sandboxes aren't offered: nothing but why. */
  static ListPage notOffered(String why) {
    return new ListPage(why, new ListAsked(null, null, null), "", List.of(), List.of(), null, "");
  }

  /** Whether there is none at all, as far as one can see from here. */
  public boolean isEmpty() {
    return sandboxes.isEmpty() && asked.isFirst() && !asked.isNarrowed();
  }
}
