package com.personalagentproxy.sandbox.answer;

import static org.assertj.core.api.Assertions.assertThat;

/** What every sentence for agents and people keeps, whatever was put into it. */
public final class Legible {

  private Legible() {}

  /** One line of whole characters that turn no writing around, and no longer than this. */
  public static void check(String sentence, int longest) {
    assertThat(sentence).isNotBlank().endsWith(".");
    assertThat(sentence.codePointCount(0, sentence.length()))
        .as(sentence)
        .isLessThanOrEqualTo(longest);
    assertThat(sentence.codePoints().filter(Legible::isUnfit).mapToObj(Character::getName))
        .isEmpty();
  }

  private static boolean isUnfit(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      // Of these only the joiners, which hold emoji and words together.
      case Character.FORMAT -> character != 0x200C && character != 0x200D;
      default -> false;
    };
  }
}
