package com.personalagentproxy.sandbox.web.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A file that pages load: the style sheet, the scripts, the icon. Its address changes with what is
 * in it, so that a browser may keep it for good.
 */
public enum Asset {
  STYLE("style.css", "text/css; charset=utf-8", Asset.OURS),
  SCRIPT("sandboxes.js", "text/javascript; charset=utf-8", Asset.OURS),
  HTMX("htmx.min.js", "text/javascript; charset=utf-8", Webjar.folder("htmx.org")),
  ICON("icon.svg", "image/svg+xml", Asset.OURS);

  static final String PATH = "/assets/{print}/{file}";

  private static final String OURS = "/com/personalagentproxy/sandbox/web/page/";

  private final String file;
  private final String type;
  private final String text;
  private final String print;

  Asset(String file, String type, String folder) {
    this.file = file;
    this.type = type;
    this.text = folder.equals(Asset.OURS) ? bare(read(folder + file)) : read(folder + file);
    this.print = print(text);
  }

  /** Where pages find it. */
  public String address() {
    return PATH.replace("{print}", print).replace("{file}", file);
  }

  String type() {
    return type;
  }

  String text() {
    return text;
  }

  /** The one that is called so and is in this state. */
  static Optional<Asset> at(String print, String file) {
    return Arrays.stream(values())
        .filter(each -> each.file.equals(file) && each.print.equals(print))
        .findFirst();
  }

  /** Without what is there for who writes it: indentation, empty lines and lines of comment. */
  private static String bare(String text) {
    return text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("//"))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String read(String path) {
    try (InputStream file = Asset.class.getResourceAsStream(path)) {
      if (file == null) {
        throw new IllegalStateException("The file " + path + " is missing from the jar.");
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException("The file " + path + " can't be read.", unreadable);
    }
  }

  private static String print(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)),
              0,
              8);
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("Every Java has SHA-256.", missing);
    }
  }
}
