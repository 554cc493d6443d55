package com.personalagentproxy.sandbox.http.api;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Makes pieces of one stream, which may be cut anywhere, into text where they are UTF-8 and base64
 * where they are not. No byte is lost and no character cut: the beginning of one waits for its
 * rest. Used by one thread.
 */
final class TextPieces {

  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT);

  private byte[] waiting = new byte[0];

  /**
   * Bytes for the wire: the one or the other.
   *
   * @param text if they are whole UTF-8
   * @param base64 if they are not
   */
  record Told(@Nullable String text, @Nullable String base64) {}

  /** What can be told after these bytes; absent if it is less than a character. */
  @Nullable Told add(ByteBuffer bytes) {
    ByteBuffer all = ByteBuffer.allocate(waiting.length + bytes.remaining());
    all.put(waiting).put(bytes).flip();
    waiting = new byte[0];
    CharBuffer text = CharBuffer.allocate(all.remaining());
    decoder.reset();
    CoderResult result = decoder.decode(all, text, false);
    if (result.isError()) {
      return new Told(null, Base64.getEncoder().encodeToString(all.array()));
    }
    waiting = new byte[all.remaining()];
    all.get(waiting);
    return text.position() == 0 ? null : new Told(text.flip().toString(), null);
  }

  /** What still waits at the end of the stream; absent if nothing does. */
  @Nullable Told rest() {
    return waiting.length == 0
        ? null
        : new Told(null, Base64.getEncoder().encodeToString(waiting));
  }
}
