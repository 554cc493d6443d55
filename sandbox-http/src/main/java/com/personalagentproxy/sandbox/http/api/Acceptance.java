package com.personalagentproxy.sandbox.http.api;

import io.javalin.http.Context;
import io.javalin.http.Header;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a caller takes for an answer, by its {@code Accept} headers (RFC 9110); all alike when it
 * sends none.
 */
record Acceptance(List<Range> ranges) {

  private static final Pattern QUALITY =
      Pattern.compile("q=(?<value>0(\\.\\d{0,3})?|1(\\.0{0,3})?)");

  /**
   * A kind, or all of a group, or all.
   *
   * @param quality from 0, which is not at all, to 1
   */
  record Range(String type, double quality) {

    static Range of(String text) {
      String[] parts = text.split(";", -1);
      double quality = 1;
      for (String part : parts) {
        Matcher told = QUALITY.matcher(part.strip());
        if (told.matches()) {
          quality = Double.parseDouble(told.group("value"));
        }
      }
      return new Range(parts[0].strip(), quality);
    }
  }

  Acceptance {
    ranges = List.copyOf(ranges);
  }

  static Acceptance of(Context context) {
    return of(Collections.list(context.req().getHeaders(Header.ACCEPT)));
  }

  static Acceptance of(List<String> lines) {
    List<Range> ranges = new ArrayList<>();
    for (String text : String.join(",", lines).toLowerCase(Locale.ROOT).split(",", -1)) {
      if (!text.isBlank()) {
        ranges.add(Range.of(text));
      }
    }
    return new Acceptance(ranges.isEmpty() ? List.of(new Range("*/*", 1)) : ranges);
  }

  /**
   * The one of the kinds that it likes best: of those alike the one that it named first, and then
   * the first; absent if it takes none.
   */
  @Nullable String best(List<String> kinds) {
    @Nullable String best = null;
    double most = 0;
    int first = Integer.MAX_VALUE;
    for (String kind : kinds) {
      int place = place(kind);
      double quality = place < 0 ? 0 : ranges.get(place).quality();
      if (quality > most || (quality == most && quality > 0 && place < first)) {
        best = kind;
        most = quality;
        first = place;
      }
    }
    return best;
  }

  /** Where the range is that says the most about a kind; below 0 if none says anything. */
  private int place(String kind) {
    String group = kind.substring(0, kind.indexOf('/')) + "/*";
    List<String> types = ranges.stream().map(Range::type).toList();
    int exact = types.indexOf(kind);
    int grouped = exact < 0 ? types.indexOf(group) : exact;
    return grouped < 0 ? types.indexOf("*/*") : grouped;
  }
}
