package com.personalagentproxy.sandbox.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** X8: no character is cut in two, whatever its length and wherever the cut. */
class Utf8Test {

  @ParameterizedTest
  @ValueSource(strings = {"a", "é", "漢", "🐳"})
  void aCharacterThatIsCutIsLeftOutAtTheEndAndOneThatIsWholeIsKept(String character) {
    byte[] piece = ("x" + character).getBytes(UTF_8);
    for (int length = 1; length < piece.length; length++) {
      assertThat(Utf8.endOfWhole(Arrays.copyOf(piece, length))).isEqualTo(1);
    }
    assertThat(Utf8.endOfWhole(piece)).isEqualTo(piece.length);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "é", "漢", "🐳"})
  void whatIsLeftOfACutCharacterIsLeftOutAtTheStart(String character) {
    byte[] piece = (character + "x").getBytes(UTF_8);
    assertThat(Utf8.startOfWhole(piece)).isZero();
    for (int from = 1; from < piece.length; from++) {
      assertThat(Utf8.startOfWhole(Arrays.copyOfRange(piece, from, piece.length)))
          .isEqualTo(piece.length - 1 - from);
    }
  }

  @Test
  void aPieceThatIsOneCutCharacterIsLeftOutWhole() {
    byte[] whale = "🐳".getBytes(UTF_8);
    assertThat(Utf8.endOfWhole(Arrays.copyOf(whale, 3))).isZero();
    assertThat(Utf8.endOfWhole(whale)).isEqualTo(4);
  }

  @Test
  void whatIsNotUtf8IsKept() {
    byte[] continuations = {(byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80};
    assertThat(Utf8.endOfWhole(continuations)).isEqualTo(5);
    assertThat(Utf8.startOfWhole(continuations)).isZero();
    assertThat(Utf8.endOfWhole(new byte[0])).isZero();
    assertThat(Utf8.startOfWhole(new byte[0])).isZero();
    assertThat(Utf8.endOfWhole(new byte[] {'a', (byte) 0xff})).isEqualTo(2);
  }
}
