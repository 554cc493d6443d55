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
 * @param agents those that can be chosen
 * @param sandboxes likewise
 * @param next what the link to the next page carries; absent on the last
 */
public record HistoryPage(
    HistoryAsked asked,
    List<EntryRow> entries,
    List<Choice> agents,
    List<Choice> sandboxes,
    @Nullable String next) {

  /** What can be asked for: a word for the address, and what it is called. */
  public record Choice(String word, String words) {}

  public HistoryPage {
    entries = List.copyOf(entries);
    agents = List.copyOf(agents);
    sandboxes = List.copyOf(sandboxes);
  }

  /** The deeds that can be asked for. */
  public List<Choice> choices() {
    return Arrays.stream(Deed.values())
        .map(deed -> new Choice(deed.word(), EntryRow.words(deed)))
        .toList();
  }

  /** What the task asked for is called, as far as it can be told from here. */
  public String task() {
    return named(EntryRow::task, "one task");
  }

  private String named(Function<EntryRow, @Nullable String> name, String otherwise) {
    return entries.stream().map(name).filter(Objects::nonNull).findFirst().orElse(otherwise);
  }
}
