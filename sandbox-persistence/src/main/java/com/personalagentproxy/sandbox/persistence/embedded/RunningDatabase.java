package com.personalagentproxy.sandbox.persistence.embedded;

import com.personalagentproxy.sandbox.persistence.DatabaseAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Finds the database that a server on this computer has started in its home folder, for commands
 * that are run beside the server.
 */
public final class RunningDatabase {

  /** PostgreSQL's own file: process, folder, start, port, …, and on the last line how it is. */
  private static final int LINE_OF_PORT = 3;

  private static final int LINE_OF_STATUS = 7;

  private RunningDatabase() {}

  /**
   * Where it is, if one seems to run. It may be gone when it is connected to: a server that was
   * killed leaves this behind.
   */
  public static Optional<DatabaseAddress> in(Path home) {
    try {
      List<String> about = Files.readAllLines(home.resolve("postgres").resolve("postmaster.pid"));
      String password = Files.readString(home.resolve("postgres.password")).strip();
      if (about.size() <= LINE_OF_STATUS || !about.get(LINE_OF_STATUS).strip().equals("ready")) {
        return Optional.empty();
      }
      return Optional.of(
          new DatabaseAddress(
              "jdbc:postgresql://127.0.0.1:%s/postgres"
                  .formatted(Integer.parseInt(about.get(LINE_OF_PORT).strip())),
              "postgres",
              password));
    } catch (IOException | NumberFormatException none) {
      return Optional.empty();
    }
  }
}
