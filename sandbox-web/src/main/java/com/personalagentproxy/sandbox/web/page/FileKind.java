package com.personalagentproxy.sandbox.web.page;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a file is, by its name and its bytes: what can be shown, and as what. */
final class FileKind {

  private static final Map<String, String> PICTURES =
      Map.of(
          "png", "image/png",
          "jpg", "image/jpeg",
          "jpeg", "image/jpeg",
          "gif", "image/gif",
          "webp", "image/webp",
          "avif", "image/avif",
          "bmp", "image/bmp",
          "ico", "image/x-icon",
          "svg", "image/svg+xml");

  private FileKind() {}

  /** What a picture of that name is sent as; empty if the name isn't a picture's. */
  static Optional<String> picture(String name) {
    String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return Optional.ofNullable(PICTURES.get(ending));
  }

  /**
   * The beginning of a file as text; empty if it is none.
   *
   * @param isCut whether the last character may be cut
   */
  static Optional<String> text(byte[] beginning, boolean isCut) {
    for (int left = 0; left <= (isCut ? 3 : 0) && left <= beginning.length; left++) {
      try {
        String text =
            StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(beginning, 0, beginning.length - left))
                .toString();
        return text.indexOf('\0') >= 0 ? Optional.empty() : Optional.of(text);
      } catch (CharacterCodingException notYet) {
        // It may be the cut character; else it is no text.
      }
    }
    return Optional.empty();
  }
}
