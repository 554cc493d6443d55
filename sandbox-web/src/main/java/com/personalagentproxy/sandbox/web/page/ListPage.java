package com.personalagentproxy.sandbox.web.page;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The page at {@code /}: the sandboxes, and what agents may do.
 *
 * @param notice what was just done, in a sentence
 * @param caution what separates machines here, in a sentence, where that needs saying
 * @param notOffered why there are no sandboxes at all, in a few sentences (C6)
 * @param next what the link to the next page carries; absent on the last
 * @param isFirst whether this is the first page
 * @param connectLine the line that connects an agent
 */
public record ListPage(
    Visitor visitor,
    @Nullable String notice,
    @Nullable String caution,
    @Nullable String notOffered,
    List<SandboxRow> sandboxes,
    @Nullable String next,
    boolean isFirst,
    List<ConnectionCard> connections,
    String connectLine) {

  public ListPage {
    sandboxes = List.copyOf(sandboxes);
    connections = List.copyOf(connections);
  }

  /** Where sandboxes aren't offered: nothing but why. */
  static ListPage notOffered(Visitor visitor, String why) {
    return new ListPage(visitor, null, null, why, List.of(), null, true, List.of(), "");
  }
}
