package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.answer.Words;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/**
 * A time as the page shows it.
 *
 * @param words how far off it is: “3 minutes ago”, “in 27 minutes”
 * @param exact to the second, for who wants to know
 * @param machine likewise, as the attribute of a time element has it
 */
public record Moment(String words, String exact, String machine) {

  private static final DateTimeFormatter EXACT =
      DateTimeFormatter.ofPattern("d MMM uuuu, HH:mm:ss 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  /** How it is seen at {@code now}. */
  public static Moment of(Instant time, Instant now) {
    String words;
    if (!time.isAfter(now)) {
      words = Words.ago(Duration.between(time, now));
    } else {
      Duration ahead = Duration.between(now, time);
      words = ahead.toSeconds() < 60 ? "within a minute" : "in " + Words.span(ahead);
    }
    return new Moment(words, EXACT.format(time), time.truncatedTo(ChronoUnit.SECONDS).toString());
  }
}
