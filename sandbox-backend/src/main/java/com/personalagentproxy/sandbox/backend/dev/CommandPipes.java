package com.personalagentproxy.sandbox.backend.dev;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/**
 * The named pipes and the texts of one command. While kept open here, a pipe has both a reader and
 * a writer, so that opening it never waits.
 */
final class CommandPipes implements Closeable {

  private final Path folder;
  private final long number;
  private final List<FileChannel> held = new ArrayList<>();

  CommandPipes(Path folder, long number) {
    this.folder = folder;
    this.number = number;
  }

  Path of(String kind) {
    return folder.resolve(number + "." + kind);
  }

  void write(String kind, byte[] text) throws IOException {
    Files.write(of(kind), text);
    Files.setPosixFilePermissions(of(kind), PosixFilePermissions.fromString("rw-r--r--"));
  }

  void hold(String kind) throws IOException {
    held.add(FileChannel.open(of(kind), StandardOpenOption.READ, StandardOpenOption.WRITE));
  }

  /** From now on a pipe ends when the command's processes have closed it. */
  void letGo() throws IOException {
    for (FileChannel channel : held) {
      channel.close();
    }
    held.clear();
  }

  @Override
  public void close() throws IOException {
    letGo();
    for (String kind : List.of("in", "out", "err", "line", "cwd")) {
      Files.deleteIfExists(of(kind));
    }
  }
}
