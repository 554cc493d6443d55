package com.personalagentproxy.sandbox.persistence.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One server's right to a home folder. The operating system takes it back when the process ends,
 * however it ends.
 */
final class HomeLock implements AutoCloseable {

  /**
   * Asked before the file is opened: closing a second channel to it would give up the first one's
   * lock.
   */
  private static final Set<Path> HELD_BY_THIS_PROCESS = ConcurrentHashMap.newKeySet();

  private final Path home;
  private final FileChannel channel;

  private HomeLock(Path home, FileChannel channel) {
    this.home = home;
    this.channel = channel;
  }

  /**
   * Takes the folder, which is there.
   *
   * @throws HomeTakenException if another server has it, in this process or another
   */
  static HomeLock take(Path home) throws IOException {
    Path real = home.toRealPath();
    if (!HELD_BY_THIS_PROCESS.add(real)) {
      throw new HomeTakenException(home);
    }
    FileChannel channel = null;
    try {
      channel =
          FileChannel.open(
              real.resolve("server.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (isLocked(channel.tryLock())) {
        return new HomeLock(real, channel);
      }
      throw new HomeTakenException(home);
    } catch (IOException | RuntimeException failure) {
      HELD_BY_THIS_PROCESS.remove(real);
      if (channel != null) {
        channel.close();
      }
      throw failure;
    }
  }

  private static boolean isLocked(@Nullable FileLock lock) {
    return lock != null;
  }

  @Override
  public void close() throws IOException {
    channel.close();
    HELD_BY_THIS_PROCESS.remove(home);
  }
}
