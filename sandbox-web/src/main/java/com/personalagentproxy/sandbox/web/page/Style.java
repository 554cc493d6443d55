package com.personalagentproxy.sandbox.web.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The one style sheet. Its address changes with what is in it, so a browser may keep it for good.
 */
public final class Style {

  static final String PATH = "/style.css";
  static final String TEXT = read();

  /** Where the pages find it. */
  public static final String ADDRESS = PATH + "?v=" + print(TEXT);

  private Style() {}

  private static String read() {
    try (InputStream file = Style.class.getResourceAsStream("style.css")) {
      if (file == null) {
        throw new IllegalStateException("The style sheet is missing from the jar.");
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException("The style sheet can't be read.", unreadable);
    }
  }

  private static String print(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 8);
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("Every Java has SHA-256.", missing);
    }
  }
}
