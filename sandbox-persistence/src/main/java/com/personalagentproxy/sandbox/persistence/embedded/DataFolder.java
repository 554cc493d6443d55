package com.personalagentproxy.sandbox.persistence.embedded;

import com.personalagentproxy.sandbox.persistence.DatabaseException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * The folder PostgreSQL keeps its data in: made once, never without a password, and looked at
 * before each start.
 */
final class DataFolder {

  private static final String MAJOR_VERSION = "18";

  private static final long LONGEST_SECONDS = 120;

  /** No other line: whoever isn't on this computer, or has no password, is turned away. */
  private static final String WHO_MAY_CONNECT =
      "# Written anew at each start.\nhost all all 127.0.0.1/32 scram-sha-256\n";

  /**
   * Small in memory, nothing lost in a power cut, no socket file: those may be reached by anyone
   * who reaches the folder.
   */
  private static final String SETTINGS =
      """
      # Written anew at each start.
      listen_addresses = '127.0.0.1'
      port = %s
      unix_socket_directories = ''
      password_encryption = 'scram-sha-256'
      fsync = on
      synchronous_commit = on
      full_page_writes = on
      max_connections = 60
      shared_buffers = '32MB'
      max_wal_size = '256MB'
      io_method = 'sync'
      jit = off
      huge_pages = off
      timezone = 'UTC'
      log_timezone = 'UTC'
      log_min_messages = 'warning'
      log_min_error_statement = 'panic'
      log_error_verbosity = 'terse'
      """;

  private final Path folder;
  private final Path log;
  private final Programs programs;

  DataFolder(Path folder, Path log, Programs programs) {
    this.folder = folder;
    this.log = log;
    this.programs = programs;
  }

  /**
   * Makes it, if it isn't there. {@code initdb} is given the password and the rule that all need
   * one, and opens no port while it works; so there is no moment at which somebody could connect
   * without. It works beside the folder, which so appears whole or not at all.
   */
  void make(Path passwordFile) throws IOException {
    if (Files.exists(folder)) {
      return;
    }
    Path unfinished = folder.resolveSibling(folder.getFileName() + ".unfinished");
    Unpacking.delete(unfinished);
    Programs.Ended ended =
        programs.run(
            log,
            LONGEST_SECONDS,
            "initdb",
            List.of(
                "--pgdata=" + unfinished,
                "--username=postgres",
                "--auth=scram-sha-256",
                "--pwfile=" + passwordFile,
                "--encoding=UTF8",
                "--locale=C",
                "--no-instructions"));
    if (!ended.isGood()) {
      throw new DatabaseException(
          "The folder for the database couldn't be made: " + lastLine(ended.output()));
    }
    Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Looks whether these programs can work with the data.
   *
   * @throws DatabaseException if another major version made it
   */
  void check() throws IOException {
    String version = Files.readString(folder.resolve("PG_VERSION")).strip();
    if (!version.equals(MAJOR_VERSION)) {
      throw new DatabaseException(
          ("The data in %s is of PostgreSQL %s, this program brings %s. Start the version of this program that made it,"
                  + " dump the data with pg_dump, and load it into a folder made by this one.")
              .formatted(folder, version, MAJOR_VERSION));
    }
  }

  /** Stops what a killed server has left running on it; afterwards nothing does. */
  void stopOrphans() throws IOException {
    Path pidFile = folder.resolve("postmaster.pid");
    if (!Files.exists(pidFile)) {
      return;
    }
    Optional<ProcessHandle> bearer =
        Files.readAllLines(pidFile).stream().findFirst().flatMap(Orphans::process);
    Orphans orphans = new Orphans(folder);
    if (bearer.filter(orphans::isPostmaster).isPresent()) {
      stop();
    } else if (bearer.isPresent()) {
      // After a power cut the number may be another program's: not to be signalled, and PostgreSQL
      // would take it for its own. It trusts this file to find children of a killed postmaster that
      // still write, so these must have ended before it goes.
      orphans.awaitEnd();
      Files.delete(pidFile);
    }
    // PostgreSQL itself knows what to do with the file of a process that is gone.
  }

  /**
   * Starts PostgreSQL on that port of loopback, and returns once it takes connections; empty if it
   * was started, else what it said.
   */
  Optional<String> start(int port) throws IOException {
    Files.writeString(folder.resolve("pg_hba.conf"), WHO_MAY_CONNECT);
    Files.writeString(folder.resolve("postgresql.conf"), SETTINGS.formatted(port));
    Files.deleteIfExists(log);
    Programs.Ended ended =
        programs.run(
            log.resolveSibling("pg_ctl.log"),
            LONGEST_SECONDS,
            "pg_ctl",
            List.of(
                "start",
                "--pgdata=" + folder,
                "--log=" + log,
                "--wait",
                "--timeout=" + (LONGEST_SECONDS - 10),
                "--silent"));
    return ended.isGood() ? Optional.empty() : Optional.of(reason(ended));
  }

  private String reason(Programs.Ended ended) throws IOException {
    return lastLine(
        Files.exists(log) ? Files.readString(log, StandardCharsets.UTF_8) : ended.output());
  }

  private static String lastLine(String output) {
    List<String> lines = output.lines().filter(line -> !line.isBlank()).toList();
    return lines.stream()
        .filter(line -> line.contains("FATAL") || line.contains("error:"))
        .reduce((first, second) -> second)
        .orElse(lines.isEmpty() ? "no reason was given" : lines.get(lines.size() - 1));
  }

  /** Stops PostgreSQL: what is under way is rolled back, all that was committed is on disk. */
  void stop() throws IOException {
    Programs.Ended ended =
        programs.run(
            log.resolveSibling("pg_ctl.log"),
            LONGEST_SECONDS,
            "pg_ctl",
            List.of("stop", "--pgdata=" + folder, "--mode=fast", "--wait", "--silent"));
    if (!ended.isGood() && Files.exists(folder.resolve("postmaster.pid"))) {
      throw new DatabaseException(
          "The database in %s couldn't be stopped: %s".formatted(folder, lastLine(ended.output())));
    }
  }
}
