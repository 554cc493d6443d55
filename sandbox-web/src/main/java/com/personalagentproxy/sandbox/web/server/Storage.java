package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.DatabaseAddress;
import com.personalagentproxy.sandbox.persistence.DatabaseException;
import com.personalagentproxy.sandbox.persistence.Tables;
import com.personalagentproxy.sandbox.persistence.embedded.EmbeddedDatabase;
import com.personalagentproxy.sandbox.persistence.embedded.HomeTakenException;
import com.personalagentproxy.sandbox.persistence.embedded.RunningDatabase;
import com.personalagentproxy.sandbox.web.configuration.Configuration;
import com.personalagentproxy.sandbox.web.configuration.DatabaseChoice;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The open database, and the embedded one below it where that is used. */
public final class Storage implements AutoCloseable {

  private static final int CONNECTIONS_OF_A_COMMAND = 2;
  private static final Duration LONGEST_START = Duration.ofSeconds(15);
  private static final Duration LOOK_EVERY = Duration.ofMillis(250);

  private final Database database;
  private final Closing parts;

  private Storage(Database database, Closing parts) {
    this.database = database;
    this.parts = parts;
  }

  /**
   * Opens it for a server, which has the embedded one for itself.
   *
   * @param programs where the embedded one's programs are unpacked
   * @throws DatabaseException in sentences for the operator
   */
  static Storage open(Configuration configuration, Path programs) {
    Closing parts = new Closing();
    try {
      DatabaseAddress address =
          external(configuration)
              .orElseGet(
                  () ->
                      parts
                          .add(
                              "the embedded database",
                              EmbeddedDatabase.start(
                                  HomeFolder.ready(configuration.home()), programs))
                          .address());
      return opened(address, configuration.pool(), parts);
    } catch (RuntimeException failure) {
      parts.close();
      throw failure;
    }
  }

  /**
   * Opens it for a command, whether or not a server runs: beside the server, or else by itself for
   * as long as the command takes.
   *
   * @throws DatabaseException in sentences for the operator
   */
  public static Storage join(Configuration configuration) {
    Optional<DatabaseAddress> external = external(configuration);
    if (external.isPresent()) {
      return opened(external.get(), CONNECTIONS_OF_A_COMMAND, new Closing());
    }
    long begun = System.nanoTime();
    while (true) {
      Optional<Storage> beside =
          RunningDatabase.in(configuration.home()).flatMap(Storage::ifItAnswers);
      if (beside.isPresent()) {
        return beside.get();
      }
      try {
        return open(configuration, programs(configuration.home()));
      } catch (HomeTakenException taken) {
        // By a server that is just starting: it will answer soon.
        if (System.nanoTime() - begun > LONGEST_START.toNanos() || !pause()) {
          throw taken;
        }
      }
    }
  }

  /** Whether a server of this configuration still has to make its database, which takes longer. */
  public static boolean isNew(Configuration configuration) {
    return external(configuration).isEmpty() && !EmbeddedDatabase.isMadeIn(configuration.home());
  }

  /** Where the programs of the embedded database are unpacked, unless something else is said. */
  public static Path programs(Path home) {
    return home.resolve("postgres-programs");
  }

  public Database database() {
    return database;
  }

  @Override
  public void close() {
    parts.close();
  }

  private static Optional<Storage> ifItAnswers(DatabaseAddress address) {
    try {
      return Optional.of(opened(address, CONNECTIONS_OF_A_COMMAND, new Closing()));
    } catch (DatabaseException leftBehind) {
      return Optional.empty();
    }
  }

  private static Storage opened(DatabaseAddress address, int connections, Closing parts) {
    Database database =
        parts.add("the pool", Database.open(address, "sandboxes", connections, Tables.SERVER));
    return new Storage(database, parts);
  }

  private static Optional<DatabaseAddress> external(Configuration configuration) {
    return configuration.database() instanceof DatabaseChoice.External external
        ? Optional.of(external.address())
        : Optional.empty();
  }

  private static boolean pause() {
    try {
      Thread.sleep(LOOK_EVERY.toMillis());
      return true;
    } catch (InterruptedException stopNow) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
