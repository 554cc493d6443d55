package com.personalagentproxy.sandbox.backend.dev;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.UUID;

/** What tells a folder of machines from every other: made up at its first opening, then kept. */
final class HomeId {

  private HomeId() {}

  /**
   * Only for whoever has the folder's lock.
   *
   * @throws Trouble if what is written there isn't understood
   */
  static UUID of(Path home) throws IOException {
    Path file = home.resolve("home.id");
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      DurableFile.write(file, UUID.randomUUID() + "\n");
    }
    String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).strip();
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException nonsense) {
      // Never made up anew: a database is bound to the old one.
      throw new Trouble(
          "What is written in %s isn't understood. Put the file back from a backup."
              .formatted(file),
          nonsense);
    }
  }
}
