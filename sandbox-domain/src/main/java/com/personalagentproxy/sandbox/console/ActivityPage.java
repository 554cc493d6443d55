package com.personalagentproxy.sandbox.console;

import com.personalagentproxy.sandbox.activity.Entry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the history, newest first.
 *
 * @param next where to go on; absent on the last page
 */
public record ActivityPage(List<Entry> entries, @Nullable String next) {

  public ActivityPage {
    entries = List.copyOf(entries);
  }
}
