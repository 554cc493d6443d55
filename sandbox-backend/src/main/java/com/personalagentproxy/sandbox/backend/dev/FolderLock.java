package com.personalagentproxy.sandbox.backend.dev;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One server's right to the folder that all machines are in. The operating system takes it back
 * when the process ends, however it ends.
 */
final class FolderLock implements Closeable {

  /**
   * Asked before the file is opened: closing a second channel to it would give up the first one's
   * lock.
   */
  private static final Set<Path> HELD_BY_THIS_PROCESS = ConcurrentHashMap.newKeySet();

  private final Path folder;
  private final FileChannel channel;

  private FolderLock(Path folder, FileChannel channel) {
    this.folder = folder;
    this.channel = channel;
  }

  /**
   * Takes the folder, which is there.
   *
   * @param folder its real path
   * @throws Trouble if another server has it, in this process or another
   */
  static FolderLock take(Path folder) throws IOException {
    if (!HELD_BY_THIS_PROCESS.add(folder)) {
      throw taken();
    }
    FileChannel channel = null;
    try {
      channel =
          FileChannel.open(
              folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (isLocked(channel.tryLock())) {
        return new FolderLock(folder, channel);
      }
      throw taken();
    } catch (IOException | RuntimeException failure) {
      HELD_BY_THIS_PROCESS.remove(folder);
      if (channel != null) {
        channel.close();
      }
      throw failure;
    }
  }

  private static boolean isLocked(@Nullable FileLock lock) {
    return lock != null;
  }

  private static Trouble taken() {
    return new Trouble("Another server has them open. Stop it, or use another folder.");
  }

  @Override
  public void close() throws IOException {
    // Twice is once: another may have taken it since.
    if (channel.isOpen()) {
      channel.close();
      HELD_BY_THIS_PROCESS.remove(folder);
    }
  }
}
