package com.personalagentproxy.sandbox.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WordsTest {

  @Test
  void namesAreQuotedOnOneLineAndCannotCloseTheirQuotes() {
    assertThat(Words.quoted("build")).isEqualTo("“build”");
    assertThat(Words.quoted("a”b“c")).isEqualTo("“a'b'c”");
    assertThat(Words.quoted("two\nlines\u202e")).isEqualTo("“two lines ”");
    assertThat(Words.quoted("x".repeat(81))).isEqualTo("“" + "x".repeat(80) + "…”");
    assertThat(Words.quoted("🐳".repeat(80))).isEqualTo("“" + "🐳".repeat(80) + "”");
    assertThat(Words.quoted("\ud83d half \udc33")).isEqualTo("“  half  ”");
  }

  @Test
  void emojiAndWordsThatAreJoinedStayWhole() {
    assertThat(Words.quoted("👩\u200d💻 ❤\ufe0f")).isEqualTo("“👩\u200d💻 ❤\ufe0f”");
    assertThat(Words.quoted("می\u200cخواهم")).isEqualTo("“می\u200cخواهم”");
  }

  @Test
  void timesAreWholeUnitsRoundedDown() {
    assertThat(Words.ago(Duration.ofSeconds(-3))).isEqualTo("just now");
    assertThat(Words.ago(Duration.ofSeconds(4))).isEqualTo("just now");
    assertThat(Words.ago(Duration.ofSeconds(59))).isEqualTo("59 seconds ago");
    assertThat(Words.ago(Duration.ofMinutes(2).minusSeconds(1))).isEqualTo("1 minute ago");
    assertThat(Words.ago(Duration.ofMinutes(59))).isEqualTo("59 minutes ago");
    assertThat(Words.ago(Duration.ofHours(47))).isEqualTo("47 hours ago");
    assertThat(Words.ago(Duration.ofDays(2))).isEqualTo("2 days ago");
  }
}
