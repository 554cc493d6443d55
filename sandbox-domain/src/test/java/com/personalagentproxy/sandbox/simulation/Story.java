package com.personalagentproxy.sandbox.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What happened, line by line, for whoever reads why a seed failed. Kept only when asked for. */
final class Story {

  private static final Pattern ID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

  private final boolean isTold;
  private final List<String> lines = new ArrayList<>();
  private final Map<String, String> names = new HashMap<>();

  Story(boolean isTold) {
    this.isTold = isTold;
  }

  boolean isTold() {
    return isTold;
  }

  /** From now on the id is told by this name. */
  void name(UUID id, String name) {
    if (isTold) {
      names.put(id.toString(), name);
    }
  }

  void tell(long now, Object who, Supplier<String> what) {
    if (isTold) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%12s  %-28s %s",
              time(now),
              who,
              withNames(what.get().replace('\n', ' '))));
    }
  }

  private static String time(long now) {
    Duration time = Duration.ofNanos(now);
    return String.format(
        Locale.ROOT,
        "%d:%02d:%02d.%03d",
        time.toHours(),
        time.toMinutesPart(),
        time.toSecondsPart(),
        time.toMillisPart());
  }

  private String withNames(String line) {
    Matcher ids = ID.matcher(line);
    StringBuilder named = new StringBuilder();
    while (ids.find()) {
      ids.appendReplacement(
          named,
          Matcher.quoteReplacement(
              names.computeIfAbsent(ids.group(), id -> "#" + id.substring(0, 4))));
    }
    return ids.appendTail(named).toString();
  }

  @Override
  public String toString() {
    return String.join("\n", lines);
  }
}
