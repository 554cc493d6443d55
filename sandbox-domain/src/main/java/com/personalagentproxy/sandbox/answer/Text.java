package com.personalagentproxy.sandbox.answer;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Checks of texts that callers write. */
public final class Text {

  /** No name and no reference has more than these UTF-16 units: such a text isn't looked at. */
  public static final int LONGEST_REFERENCE = 1000;

  private Text() {}

  /** What is kept of a text that passed its check: without white space at its ends. */
  public static String trimmed(@Nullable String text) {
    return text == null ? "" : text.strip();
  }

  /** In normal form C, in which a text is the same however its accents were typed. */
  public static String composed(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFC);
  }

  /** What texts have in common that differ in case and normal form only; alike in every locale. */
  public static String key(String text) {
    // Twice, since a capital ẞ becomes a small ß first; and a sigma is one wherever it stands.
    String small = text.toLowerCase(Locale.ROOT).toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    return composed(small).replace('ς', 'σ');
  }

  /** Whether it is without half of a character, which UTF-8 can't write. */
  public static boolean isWhole(String text) {
    return text.codePoints().noneMatch(each -> Character.getType(each) == Character.SURROGATE);
  }

  /** The id that a text spells out in full; empty if it spells none. */
  public static Optional<UUID> id(String text) {
    try {
      UUID id = UUID.fromString(text);
      return id.toString().equalsIgnoreCase(text) ? Optional.of(id) : Optional.empty();
    } catch (IllegalArgumentException notAnId) {
      return Optional.empty();
    }
  }

  /** Its first characters, with an ellipsis after them if there are more. */
  public static String beginning(String text, int longest) {
    return text.codePointCount(0, text.length()) <= longest
        ? text
        : text.substring(0, text.offsetByCodePoints(0, longest - 1)) + "…";
  }

  /**
   * Checks a name or a title: 1 to {@code longest} characters after trimming, no control
   * characters, whole characters only.
   *
   * @param field how the caller calls it
   * @return what is wrong, in a sentence; empty if nothing is
   */
  public static Optional<String> oneLine(String field, @Nullable String text, int longest) {
    String trimmed = trimmed(text);
    if (trimmed.isEmpty()) {
      return Optional.of("%s is missing. Give 1 to %s characters.".formatted(field, longest));
    }
    int length = trimmed.codePointCount(0, trimmed.length());
    if (length > longest) {
      return Optional.of("%s has %s characters. Give 1 to %s.".formatted(field, length, longest));
    }
    if (trimmed.codePoints().allMatch(Text::isInvisible)) {
      return Optional.of(
          "%s has nothing in it that can be seen. Give 1 to %s characters."
              .formatted(field, longest));
    }
    if (trimmed.codePoints().anyMatch(Text::isUnfit)) {
      return Optional.of(
          "%s has a control character or half of a character in it. Leave it out."
              .formatted(field));
    }
    return Optional.empty();
  }

  private static boolean isInvisible(int character) {
    return switch (Character.getType(character)) {
      case Character.SPACE_SEPARATOR, Character.FORMAT -> true;
      default -> false;
    };
  }

  private static boolean isUnfit(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}
