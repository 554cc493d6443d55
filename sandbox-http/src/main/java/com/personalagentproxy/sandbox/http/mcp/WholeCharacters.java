package com.personalagentproxy.sandbox.http.mcp;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Turns one stream's bytes into characters as they come: one that is cut waits for its rest, and
 * what is not UTF-8 becomes U+FFFD. For one thread at a time.
 */
final class WholeCharacters {

  private static final int LONGEST = 4;

  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE);
  private final byte[] begun = new byte[LONGEST];
  private int howManyBegun;

  /** Adds the whole characters there are now. */
  void add(byte[] buffer, int offset, int length, StringBuilder to) {
    ByteBuffer bytes = ByteBuffer.allocate(howManyBegun + length);
    bytes.put(begun, 0, howManyBegun).put(buffer, offset, length).flip();
    CharBuffer characters = CharBuffer.allocate(bytes.remaining());
    decoder.reset();
    decoder.decode(bytes, characters, false);
    to.append(characters.flip());
    howManyBegun = bytes.remaining();
    bytes.get(begun, 0, howManyBegun);
  }
}
