package com.personalagentproxy.sandbox.command;

import java.util.Locale;

/**
 * What a command wrote to one stream, as text: the first part and the last part, and how many bytes
 * were left out between them (X8).
 *
 * @param head all of it when nothing was left out
 * @param leftOut bytes left out between the two
 * @param tail empty when nothing was left out
 */
public record Output(String head, long leftOut, String tail) {

  /** Nothing was written, or nothing is known of it. */
  public static final Output NONE = new Output("", 0, "");

  /** The whole as one text; a line in the middle says what was left out and how to get at it. */
  public String text() {
    if (leftOut == 0) {
      return head;
    }
    return String.format(
        Locale.ROOT,
        "%s\n[%,d bytes left out here. Run it again with its output in a file, and read the part you need with head, tail, sed -n or grep.]\n%s",
        head,
        leftOut,
        tail);
  }

  /** Its sizes only: what a command prints may be secret, and must not reach a log (H1). */
  @Override
  public String toString() {
    return "Output[%s characters, %s bytes left out]"
        .formatted(head.length() + tail.length(), leftOut);
  }
}
