package com.personalagentproxy.sandbox.web.page;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How much of a sandbox's life is looked at. */
public enum LifeWindow {
  HOUR("hour", "1 hour", Duration.ofHours(1)),
  DAY("day", "24 hours", Duration.ofDays(1)),
  WEEK("week", "7 days", Duration.ofDays(7)),
  MONTH("month", "30 days", Duration.ofDays(30));

  private final String word;
  private final String words;
  private final Duration length;

  LifeWindow(String word, String words, Duration length) {
    this.word = word;
    this.words = words;
    this.length = length;
  }

  /** As an address has it. */
  public String word() {
    return word;
  }

  /** As people read it. */
  public String words() {
    return words;
  }

  Duration length() {
    return length;
  }

  static Optional<LifeWindow> called(@Nullable String word) {
    return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
  }

  /** The shortest that a life of this length fits in, or a day. */
  static LifeWindow fitting(Duration life) {
    return life.compareTo(HOUR.length) <= 0 ? HOUR : DAY;
  }
}
