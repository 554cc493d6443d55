package com.personalagentproxy.sandbox.web.page;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the list says was just done. An address names it by its word, so none can be made up. */
enum Notice {
  DELETED("The sandbox is deleted."),
  SWITCHED("The setting is changed. It counts from the agents' next call on.");

  private final String sentence;

  Notice(String sentence) {
    this.sentence = sentence;
  }

  String sentence() {
    return sentence;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<Notice> named(@Nullable String word) {
    return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst();
  }
}
