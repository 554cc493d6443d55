package com.personalagentproxy.sandbox.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LengthsTest {

  @Test
  void aLengthIsSaidAsPreciselyAsItMatters() {
    assertThat(Lengths.took(Duration.ofMillis(40))).isEqualTo("0.04 s");
    assertThat(Lengths.took(Duration.ofMillis(12_540))).isEqualTo("12.5 s");
    assertThat(Lengths.took(Duration.ofMinutes(3))).isEqualTo("3 minutes");
  }

  @Test
  void theLastLinesOfALongTextAreKept() {
    String text =
        IntStream.range(0, 100).mapToObj(String::valueOf).collect(Collectors.joining("\n"));

    assertThat(Lengths.lastLines(text)).startsWith("…\n88\n").endsWith("\n99");
    assertThat(Lengths.lastLines("one\ntwo\n")).isEqualTo("one\ntwo");
    assertThat(Lengths.lastLines("")).isEmpty();
    assertThat(Lengths.lastLines("x".repeat(5_000))).hasSizeLessThan(1_010);
  }

  @Test
  void noCharacterIsCutInTwo() {
    String text = Lengths.lastLines("x" + "😀".repeat(2_000));

    assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(text)).isTrue();
  }

  @Test
  void aSizeIsSaidInItsUnit() {
    assertThat(FolderPage.sized(1)).isEqualTo("1 byte");
    assertThat(FolderPage.sized(999)).isEqualTo("999 bytes");
    assertThat(FolderPage.sized(3_400)).isEqualTo("3.4 kB");
    assertThat(FolderPage.sized(1_200_000_000)).isEqualTo("1.2 GB");
  }
}
