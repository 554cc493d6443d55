package com.personalagentproxy.sandbox.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShownOutputTest {

  @Test
  void whatOnlyTellsATerminalHowToDrawIsLeftOut() {
    assertThat(ShownOutput.of("\u001b[1;31mred\u001b[0m, \u001b[2K\u001b(Bplain"))
        .isEqualTo("red, plain");
    assertThat(ShownOutput.of("\u001b]0;a title\u0007text\u001b]8;;http://x\u001b\\link"))
        .isEqualTo("textlink");
  }

  @Test
  void aLineThatWasDrawnOverAndOverIsShownAsItWasLast() {
    assertThat(ShownOutput.of("start\n 1 %\r 50 %\r100 %\nend\n")).isEqualTo("start\n100 %\nend\n");
    assertThat(ShownOutput.of("of Windows\r\nand more\r\n")).isEqualTo("of Windows\nand more\n");
  }

  @ParameterizedTest
  @CsvSource({"0, ␀", "7, ␇", "8, ␈", "27, ␛", "127, ␡", "133, \uFFFD"})
  void anyOtherControlCharacterIsShownAsItsSign(int code, String sign) {
    assertThat(ShownOutput.of("a" + (char) code)).isEqualTo("a" + sign);
  }

  @Test
  void everythingElseStaysAsItIs() {
    String text = "Grüße 🚀\tمرحبا <b>&amp;</b>\n\n";

    assertThat(ShownOutput.of(text)).isEqualTo(text);
  }

  @Test
  void aSequenceThatNeverEndsHidesNothing() {
    assertThat(ShownOutput.of("a\u001b]b\nc\n")).isEqualTo("a␛]b\nc\n");
    assertThat(ShownOutput.of("\u001bPsecret")).isEqualTo("␛Psecret");
  }

  /** However it goes on, it takes no longer: the end of an output may begin anywhere. */
  @Test
  void aSequenceThatNeverEndsTakesNoTimeToSpeakOf() {
    String text = "\u001b]".repeat(4_000) + "\r".repeat(4_000);

    assertThat(ShownOutput.of(text)).isEqualTo("␛]".repeat(4_000));
  }
}
