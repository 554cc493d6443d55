package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.persistence.embedded.EmbeddedDatabase;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;

/** A PostgreSQL in which tests make their databases, as copies of one that has all tables. */
record TestServer(DatabaseAddress address, Runnable stop) implements AutoCloseable {

  static final String TEMPLATE = "sandbox_test_template";

  /** Where a PostgreSQL for tests comes from. */
  enum Source {
    /** It runs already, at {@code SANDBOX_TEST_DATABASE_URL}; its user may make databases. */
    ADDRESS,
    CONTAINER,
    EMBEDDED;

    /** As the environment says, else embedded. */
    static Source chosen() {
      if (System.getenv("SANDBOX_TEST_DATABASE_URL") != null) {
        return ADDRESS;
      }
      String kind = Optional.ofNullable(System.getenv("SANDBOX_TEST_DATABASE")).orElse("embedded");
      return switch (kind) {
        case "container" -> CONTAINER;
        case "embedded" -> EMBEDDED;
        default ->
            throw new IllegalArgumentException(
                "SANDBOX_TEST_DATABASE is embedded or container, not " + kind + ".");
      };
    }
  }

  static TestServer start(Source source) {
    TestServer server =
        switch (source) {
          case ADDRESS ->
              new TestServer(
                  DatabaseAddress.parse(System.getenv("SANDBOX_TEST_DATABASE_URL")), () -> {});
          case CONTAINER -> ContainerDatabase.start();
          case EMBEDDED -> embedded();
        };
    server.execute("DROP DATABASE IF EXISTS " + TEMPLATE);
    server.execute("CREATE DATABASE " + TEMPLATE);
    Database.open(server.of(TEMPLATE)).close();
    return server;
  }

  private static TestServer embedded() {
    EmbeddedDatabase embedded = EmbeddedDatabase.start(TestFolders.fresh(), TestFolders.PROGRAMS);
    TestServer server = new TestServer(embedded.address(), embedded::close);
    // Nobody needs these rows after a power cut, and emptying tables is quicker so.
    server.execute("ALTER SYSTEM SET fsync = off");
    server.execute("SELECT pg_reload_conf()");
    return server;
  }

  DatabaseAddress of(String database) {
    return new DatabaseAddress(
        address.url().replaceFirst("/[^/?]*(\\?|$)", "/" + database + "$1"),
        address.user(),
        address.password());
  }

  void execute(String statement) {
    Jdbi.create(
            address.url(),
            Optional.ofNullable(address.user()).orElse(""),
            Optional.ofNullable(address.password()).orElse(""))
        .useHandle(handle -> handle.execute(statement));
  }

  @Override
  public void close() {
    stop.run();
  }
}
