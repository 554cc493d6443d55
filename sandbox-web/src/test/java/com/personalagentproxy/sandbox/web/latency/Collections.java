package com.personalagentproxy.sandbox.web.latency;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** What Java's log of its garbage collections tells. */
final class Collections {

  private static final Pattern FROM_TO = Pattern.compile("(\\d+)M->\\d+M\\(\\d+M\\)");

  private Collections() {}

  /** The most heap that was in use when it was collected. */
  static long mostMegabytes(Path log) throws IOException {
    return FROM_TO
        .matcher(Files.readString(log))
        .results()
        .mapToLong(each -> Long.parseLong(each.group(1)))
        .max()
        .orElse(0);
  }
}
