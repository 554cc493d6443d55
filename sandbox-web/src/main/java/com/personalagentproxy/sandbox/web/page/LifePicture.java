package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.console.LifePage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A sandbox's life drawn along a line of a thousand units, oldest at the left, and told in words.
 *
 * @param told in one sentence, for who doesn't see it
 * @param chapters what it was through, newest first
 * @param from when it begins
 */
public record LifePicture(
    LifeWindow window,
    List<Bar> bars,
    List<Mark> marks,
    String told,
    List<Chapter> chapters,
    Moment from) {

  /** How wide the whole is. */
  public static final int WIDTH = 1000;

  /** The least that can be seen. */
  private static final int SLIVER = 2;

  /** A time in one state. */
  public record Bar(int x, int width, String look, String title) {}

  /** A command. */
  public record Mark(int x, String look, String title) {}

  /** A time in one state, in words. */
  public record Chapter(StateWord state, Moment since, String lasted, String reason) {}

  public LifePicture {
    bars = List.copyOf(bars);
    marks = List.copyOf(marks);
    chapters = List.copyOf(chapters);
  }

  /**
   * Draws it.
   *
   * @param spans newest first
   * @param commands newest first
   */
  static LifePicture of(
      LifeWindow window, List<LifePage.Span> spans, List<Entry> commands, Instant now) {
    Instant earliest = now.minus(window.length());
    Instant first = spans.isEmpty() ? now : spans.get(spans.size() - 1).since();
    Line line = new Line(first.isAfter(earliest) ? first : earliest, now);
    List<LifePage.Span> within =
        spans.stream().filter(span -> line.end(span).isAfter(line.from)).toList();
    List<Entry> marked = commands.stream().filter(each -> line.covers(each.at())).toList();
    List<Bar> bars = new ArrayList<>(within.stream().map(line::bar).toList());
    Collections.reverse(bars);
    return new LifePicture(
        window,
        bars,
        marked.stream().map(line::mark).toList(),
        told(within, marked.size(), line),
        within.stream().map(line::chapter).toList(),
        Moment.of(line.from, now));
  }

  private static String told(List<LifePage.Span> spans, int commands, Line line) {
    Map<String, Duration> states = new LinkedHashMap<>();
    spans.forEach(
        span ->
            states.merge(StateWord.of(span.state()).words(), line.length(span), Duration::plus));
    return "%s; %s. The list below has each in words."
        .formatted(
            states.entrySet().stream()
                .map(state -> state.getKey() + " for " + Words.span(state.getValue()))
                .collect(Collectors.joining(", ")),
            commands == 1 ? "1 command" : commands + " commands");
  }

  /** Where a time is on the line. */
  private record Line(Instant from, Instant now) {

    boolean covers(Instant time) {
      return !time.isBefore(from) && !time.isAfter(now);
    }

    Instant end(LifePage.Span span) {
      return span.until() == null ? now : span.until();
    }

    Instant begin(LifePage.Span span) {
      return span.since().isBefore(from) ? from : span.since();
    }

    Duration length(LifePage.Span span) {
      Duration length = Duration.between(begin(span), end(span));
      return length.isNegative() ? Duration.ZERO : length;
    }

    int x(Instant time) {
      long whole = Math.max(1, Duration.between(from, now).toMillis());
      return Math.toIntExact(
          Math.max(0, Math.min(WIDTH, WIDTH * Duration.between(from, time).toMillis() / whole)));
    }

    Bar bar(LifePage.Span span) {
      int x = Math.min(WIDTH - SLIVER, x(begin(span)));
      StateWord state = StateWord.of(span.state());
      return new Bar(
          x,
          Math.max(SLIVER, x(end(span)) - x),
          state.look(),
          "%s for %s: %s".formatted(state.words(), Words.span(length(span)), span.reason()));
    }

    Mark mark(Entry command) {
      ResultWord result = ResultWord.of(command.verdict());
      return new Mark(
          Math.min(WIDTH - SLIVER, x(command.at())),
          result.look(),
          "%s: %s"
              .formatted(
                  result.words(),
                  command.command() == null
                      ? "a command"
                      : Lengths.firstLine(command.command().line())));
    }

    Chapter chapter(LifePage.Span span) {
      return new Chapter(
          StateWord.of(span.state()),
          Moment.of(span.since(), now),
          span.until() == null
              ? "until now"
              : "for " + Words.span(Duration.between(span.since(), span.until())),
          span.reason());
    }
  }
}
