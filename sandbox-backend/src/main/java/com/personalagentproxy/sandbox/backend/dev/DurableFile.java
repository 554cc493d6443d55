package com.personalagentproxy.sandbox.backend.dev;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Writes a file so that all of it is there or nothing, also when the computer fails the moment
 * after.
 */
final class DurableFile {

  private DurableFile() {}

  /** Writes plain ASCII. Only one thread may write a file at a time. */
  static void write(Path file, String text) throws IOException {
    Path written = file.resolveSibling(file.getFileName() + ".new");
    try (FileChannel channel =
        FileChannel.open(
            written,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = StandardCharsets.US_ASCII.encode(text);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
    try (FileChannel folder = FileChannel.open(file.resolveSibling("."), StandardOpenOption.READ)) {
      folder.force(true);
    }
  }
}
