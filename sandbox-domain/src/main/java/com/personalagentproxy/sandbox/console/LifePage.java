package com.personalagentproxy.sandbox.console;

import com.personalagentproxy.sandbox.machine.StateName;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a sandbox's life: the states it was in, newest first.
 *
 * @param next where to go on; absent on the last page
 */
public record LifePage(List<Span> spans, @Nullable String next) {

  public LifePage {
    spans = List.copyOf(spans);
  }

  /**
   * A time in one state.
   *
   * @param until absent if it is in it still
   * @param reason why it came into it
   */
  public record Span(StateName state, Instant since, @Nullable Instant until, String reason) {}
}
