package com.personalagentproxy.sandbox.persistence.embedded;

import com.personalagentproxy.sandbox.persistence.DatabaseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Processes of PostgreSQL that outlived the server that started them.
 *
 * @param folder the data they work on
 */
record Orphans(Path folder) {

  private static final long LONGEST_SECONDS = 30;

  /** The process that has this number, if one does. */
  static Optional<ProcessHandle> process(String number) {
    try {
      return ProcessHandle.of(Long.parseLong(number.strip())).filter(ProcessHandle::isAlive);
    } catch (NumberFormatException garbled) {
      return Optional.empty();
    }
  }

  /** Whether it is the one that the folder's processes belong to. */
  boolean isPostmaster(ProcessHandle process) {
    return isPostgres(process)
        && process
            .info()
            .arguments()
            .filter(arguments -> Arrays.asList(arguments).contains(folder.toString()))
            .isPresent();
  }

  /**
   * Waits until no process works on the folder any more. They end by themselves as soon as their
   * postmaster is gone.
   *
   * @throws DatabaseException if one doesn't end
   */
  void awaitEnd() throws IOException {
    List<ProcessHandle> left =
        ProcessHandle.allProcesses().filter(Orphans::isPostgres).filter(this::isInFolder).toList();
    try {
      CompletableFuture.allOf(
              left.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
          .get(LONGEST_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException stillThere) {
      throw new DatabaseException(
          "Processes of PostgreSQL still work on %s and don't end: %s. End them first."
              .formatted(folder, left.stream().map(ProcessHandle::pid).toList()),
          stillThere);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while waiting for processes of PostgreSQL.", interrupted);
    }
  }

  private static boolean isPostgres(ProcessHandle process) {
    return process.info().command().filter(command -> command.endsWith("/postgres")).isPresent();
  }

  /**
   * All of them make the folder their working directory. Told on Linux only; elsewhere it is left
   * to PostgreSQL.
   */
  private boolean isInFolder(ProcessHandle process) {
    try {
      return Files.readSymbolicLink(Path.of("/proc", Long.toString(process.pid()), "cwd"))
          .equals(folder);
    } catch (IOException goneOrNotLinux) {
      return false;
    }
  }
}
