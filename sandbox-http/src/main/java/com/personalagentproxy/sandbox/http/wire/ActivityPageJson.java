package com.personalagentproxy.sandbox.http.wire;

import com.personalagentproxy.sandbox.console.ActivityPage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of the history. */
public record ActivityPageJson(
    @Described("Newest first.") List<EntryJson> entries,
    @Described("Give it as page for the page after this one; null when this is the last.")
        @Nullable String next) {

  public ActivityPageJson {
    entries = List.copyOf(entries);
  }

  public static ActivityPageJson of(ActivityPage page) {
    return new ActivityPageJson(page.entries().stream().map(EntryJson::of).toList(), page.next());
  }
}
