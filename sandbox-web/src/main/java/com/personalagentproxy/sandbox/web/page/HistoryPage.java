package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.activity.Deed;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The page of the history.
 *
 * @param next what the link to the next page carries; absent on the last
 */
public record HistoryPage(HistoryAsked asked, List<EntryRow> entries, @Nullable String next) {

  /** A deed that can be asked for. */
  public record Choice(String word, String words) {}

  public HistoryPage {
    entries = List.copyOf(entries);
  }

  /** Those that can be asked for. */
  public List<Choice> choices() {
    return Arrays.stream(Deed.values())
        .map(deed -> new Choice(deed.word(), EntryRow.words(deed)))
        .toList();
  }

  /** What the agent asked for is called, as far as it can be told from here. */
  public String agent() {
    return named(EntryRow::agent, "one agent");
  }

  /** Likewise the task. */
  public String task() {
    return named(EntryRow::task, "one task");
  }

  /** Likewise the sandbox. */
  public String sandbox() {
    return named(EntryRow::sandbox, "one sandbox");
  }

  private String named(Function<EntryRow, @Nullable String> name, String otherwise) {
    return entries.stream().map(name).filter(Objects::nonNull).findFirst().orElse(otherwise);
  }
}
