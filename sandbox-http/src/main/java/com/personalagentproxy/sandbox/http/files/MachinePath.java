package com.personalagentproxy.sandbox.http.files;

import com.personalagentproxy.sandbox.answer.Text;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.http.ErrorKind;
import com.personalagentproxy.sandbox.http.Problem;
import com.personalagentproxy.sandbox.http.ProblemException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A path in a sandbox: absolute, or relative to the home folder. It is taken as it is written, for
 * whoever may name it may run commands there too.
 *
 * @param text without a slash at its end, unless it is the root; empty: the home folder
 */
public record MachinePath(String text) {

  private static final int LONGEST = 4096;

  public MachinePath {
    if (text.indexOf('\0') >= 0
        || !Text.isWhole(text)
        || text.getBytes(StandardCharsets.UTF_8).length > LONGEST) {
      throw new ProblemException(
          new Problem(
              ErrorKind.VALIDATION_ERROR,
              "The path has a NUL or half of a character in it, or is longer than %s bytes. Give a path that a file can have."
                  .formatted(LONGEST),
              Map.of("field", "path")));
    }
    text = withoutLastSlashes(text);
  }

  /** The home folder. */
  public static MachinePath home() {
    return new MachinePath("");
  }

  /** What is in this folder by that name. */
  public MachinePath child(String name) {
    return new MachinePath(text.isEmpty() || text.endsWith("/") ? text + name : text + "/" + name);
  }

  /** The last part of it: the file's own name; empty for the home folder and the root. */
  public String name() {
    return text.substring(text.lastIndexOf('/') + 1);
  }

  /** As one word of the shell's, which is never taken for an option. */
  String quoted() {
    String safe = text.isEmpty() ? "." : text.startsWith("/") ? text : "./" + text;
    return "'" + safe.replace("'", "'\\''") + "'";
  }

  /** As people read it. */
  String shown() {
    return text.isEmpty() ? "the home folder" : Words.quoted(text);
  }

  private static String withoutLastSlashes(String text) {
    int end = text.length();
    while (end > 1 && text.charAt(end - 1) == '/') {
      end--;
    }
    return text.substring(0, end);
  }
}
