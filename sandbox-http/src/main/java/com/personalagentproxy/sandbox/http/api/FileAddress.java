package com.personalagentproxy.sandbox.http.api;

import com.personalagentproxy.sandbox.http.files.MachinePath;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The file that an address names: what stands after {@code files/}, percent-encoded. It is relative
 * to the home folder; with one slash more, {@code files//etc/hosts}, it is absolute.
 *
 * @param isFolder whether it ends with a slash
 */
record FileAddress(MachinePath path, boolean isFolder) {

  private static final Pattern ADDRESS =
      Pattern.compile("/api/sandboxes/[^/]+/files(/(?<rest>.*))?");

  static FileAddress of(String address) {
    Matcher parts = ADDRESS.matcher(address);
    String rest = parts.matches() && parts.group("rest") != null ? parts.group("rest") : "";
    String text = decoded(rest);
    return new FileAddress(new MachinePath(text), text.isEmpty() || text.endsWith("/"));
  }

  private static String decoded(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int at = 0; at < text.length(); at++) {
      char each = text.charAt(at);
      if (each != '%') {
        bytes.writeBytes(String.valueOf(each).getBytes(StandardCharsets.UTF_8));
      } else {
        bytes.write(octet(text, at));
        at += 2;
      }
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (CharacterCodingException notUtf8) {
      throw notEncoded();
    }
  }

  private static int octet(String text, int at) {
    int upper = at + 1 < text.length() ? Character.digit(text.charAt(at + 1), 16) : -1;
    int lower = at + 2 < text.length() ? Character.digit(text.charAt(at + 2), 16) : -1;
    if (upper < 0 || lower < 0) {
      throw notEncoded();
    }
    return upper * 16 + lower;
  }

  private static RuntimeException notEncoded() {
    return Call.invalid(
        "path",
        "The path is not percent-encoded UTF-8. Encode each byte of it but letters, digits and slashes; a file whose name is no UTF-8 has to be renamed by a command first.");
  }
}
