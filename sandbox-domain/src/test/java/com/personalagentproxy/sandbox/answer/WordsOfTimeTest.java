package com.personalagentproxy.sandbox.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each unit begins exactly where there is one of it, days where there are two. */
class WordsOfTimeTest {

  @ParameterizedTest
  @CsvSource({
    "-1, 0 seconds",
    "0, 0 seconds",
    "1, 1 second",
    "59, 59 seconds",
    "60, 1 minute",
    "3599, 59 minutes",
    "3600, 1 hour",
    "172799, 47 hours",
    "172800, 2 days"
  })
  void aSpanIsItsLargestWholeUnit(long seconds, String words) {
    assertThat(Words.span(Duration.ofSeconds(seconds))).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({"4, just now", "5, 5 seconds ago", "60, 1 minute ago"})
  void whatIsLessThanFiveSecondsAgoIsJustNow(long seconds, String words) {
    assertThat(Words.ago(Duration.ofSeconds(seconds).plusMillis(999))).isEqualTo(words);
  }
}
