package com.personalagentproxy.sandbox.http.wire;

import com.personalagentproxy.sandbox.console.LifePage;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a sandbox's life. */
public record LifeJson(
    @Described("The states it was in, newest first.") List<SpanJson> spans,
    @Described("Give it as page for the part before this one; null at the beginning.")
        @Nullable String next) {

  public LifeJson {
    spans = List.copyOf(spans);
  }

  /** A time in one state. */
  public record SpanJson(
      @Described("creating, awake, falling_asleep, asleep, waking, deleting or lost.") String state,
      Instant since,
      @Described("null if it is in it still.") @Nullable Instant until,
      @Described("Why it came into it.") String reason) {

    private static SpanJson of(LifePage.Span span) {
      return new SpanJson(span.state().word(), span.since(), span.until(), span.reason());
    }
  }

  public static LifeJson of(LifePage page) {
    return new LifeJson(page.spans().stream().map(SpanJson::of).toList(), page.next());
  }
}
