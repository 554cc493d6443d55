package com.personalagentproxy.sandbox.http.mcp;

import io.javalin.http.Context;
import io.javalin.http.Header;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a caller takes for an answer, by its {@code Accept} headers; everything when it sends none.
 */
record Accepted(Set<String> types) {

  private static final Pattern NOT_AT_ALL = Pattern.compile("q=0(\\.0*)?");

  static Accepted of(Context context) {
    return of(Collections.list(context.req().getHeaders(Header.ACCEPT)));
  }

  static Accepted of(List<String> headers) {
    return new Accepted(
        headers.isEmpty()
            ? Set.of("*/*")
            : Arrays.stream(String.join(",", headers).toLowerCase(Locale.ROOT).split(",", -1))
                .map(range -> Arrays.stream(range.split(";", -1)).map(String::strip).toList())
                .filter(
                    range -> range.stream().noneMatch(each -> NOT_AT_ALL.matcher(each).matches()))
                .map(range -> range.get(0))
                .collect(Collectors.toUnmodifiableSet()));
  }

  boolean json() {
    return types.contains("application/json")
        || types.contains("application/*")
        || types.contains("*/*");
  }

  /** Whether it names event streams, and doesn't only take whatever comes. */
  boolean namesEvents() {
    return types.contains("text/event-stream") || types.contains("text/*");
  }

  boolean events() {
    return namesEvents() || types.contains("*/*");
  }
}
