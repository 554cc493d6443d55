package com.personalagentproxy.sandbox.backend.docker;

import com.personalagentproxy.sandbox.command.Command;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What a lane is asked, in the words of lane.sh. */
final class LaneRequest {

  /** A shell reads a line byte by byte: that is quicker than another process up to about here. */
  private static final int LONGEST_LINE = 2048;

  private LaneRequest() {}

  static byte[] of(String word) {
    return (word + "\n").getBytes(StandardCharsets.US_ASCII);
  }

  /** Asks to run a command. */
  static byte[] run(long number, long mark, Command command) {
    ByteArrayOutputStream header = new ByteArrayOutputStream();
    ByteArrayOutputStream texts = new ByteArrayOutputStream();
    header.writeBytes(
        "run %d %d %d"
            .formatted(number, mark, command.timeout().toSeconds())
            .getBytes(StandardCharsets.US_ASCII));
    append(header, texts, command.line(), true);
    append(header, texts, command.cwd(), true);
    append(header, texts, command.stdin(), false);
    header.write('\n');
    header.writeBytes(texts.toByteArray());
    return header.toByteArray();
  }

  private static void append(
      ByteArrayOutputStream header,
      ByteArrayOutputStream texts,
      @Nullable String text,
      boolean line) {
    if (text == null) {
      header.writeBytes(new byte[] {' ', '-'});
      return;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    boolean asLine = line && bytes.length <= LONGEST_LINE && text.indexOf('\n') < 0;
    header.writeBytes((asLine ? " =" : " " + bytes.length).getBytes(StandardCharsets.US_ASCII));
    texts.writeBytes(bytes);
    if (asLine) {
      texts.write('\n');
    }
  }
}
