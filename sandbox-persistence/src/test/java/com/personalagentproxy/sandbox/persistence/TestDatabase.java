package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.persistence.embedded.EmbeddedDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A migrated database for a test class, empty before each test. It is a copy of a template in an
 * embedded PostgreSQL that is started once for all; or in the server that {@code
 * SANDBOX_TEST_DATABASE_URL} names, whose user must be allowed to make databases.
 */
public final class TestDatabase implements BeforeAllCallback, BeforeEachCallback, AfterAllCallback {

  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final Duration LONGEST_HELD = Duration.ofSeconds(20);
  private static final Duration LOOK_EVERY = Duration.ofMillis(1);

  private final int connections;
  private @Nullable Server server;
  private @Nullable Database database;
  private String name = "";
  private final List<String> others = new ArrayList<>();

  private TestDatabase(int connections) {
    this.connections = connections;
  }

  /** With as many connections as a server has. */
  public static TestDatabase withSomeConnections() {
    return new TestDatabase(Database.CONNECTIONS);
  }

  /** With one connection only: whoever asks for a second while holding it waits in vain. */
  public static TestDatabase withOneConnection() {
    return new TestDatabase(1);
  }

  public Jdbi jdbi() {
    return open().jdbi();
  }

  /** Where it is, to open it once more as another server does. */
  public DatabaseAddress address() {
    return server().of(name);
  }

  /** Where a new database without any tables is; it goes with this one. */
  public DatabaseAddress emptyOne() {
    String empty = newName();
    server().execute("CREATE DATABASE " + empty);
    others.add(empty);
    return server().of(empty);
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    if (isNested(context)) {
      return;
    }
    server =
        context
            .getRoot()
            .getStore(ExtensionContext.Namespace.create(TestDatabase.class))
            .computeIfAbsent(Server.class, first -> Server.start(), Server.class);
    name = newName();
    server().execute("CREATE DATABASE " + name + " TEMPLATE " + Server.TEMPLATE);
    database = Database.open(address(), "test", connections, Tables.SERVER);
  }

  /** Nested classes share the database of the class around them. */
  private static boolean isNested(ExtensionContext context) {
    return context.getRequiredTestClass().isMemberClass();
  }

  private static String newName() {
    return "test_%d_%d".formatted(ProcessHandle.current().pid(), COUNT.incrementAndGet());
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    jdbi()
        .useHandle(
            handle -> {
              String tables =
                  handle
                      .createQuery(
                          """
                          SELECT string_agg(quote_ident(tablename), ', ') FROM pg_tables
                          WHERE schemaname = 'public' AND tablename <> 'sandbox_schema_history'
                          """)
                      .mapTo(String.class)
                      .one();
              handle.execute("TRUNCATE " + tables);
            });
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (isNested(context)) {
      return;
    }
    awaitThatNoConnectionIsHeld();
    open().close();
    others.add(name);
    others.forEach(each -> server().execute("DROP DATABASE " + each + " WITH (FORCE)"));
  }

  /** What a test began in the background gives its connection back in a moment, or never. */
  private void awaitThatNoConnectionIsHeld() {
    long begun = System.nanoTime();
    while (open().gauges().getActiveConnections() > 0) {
      if (System.nanoTime() - begun > LONGEST_HELD.toNanos()) {
        throw new IllegalStateException("A test has kept a connection of its pool.");
      }
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
    }
  }

  private Database open() {
    if (database == null) {
      throw new IllegalStateException(
          "The test class doesn't register its TestDatabase statically.");
    }
    return database;
  }

  private Server server() {
    if (server == null) {
      throw new IllegalStateException(
          "The test class doesn't register its TestDatabase statically.");
    }
    return server;
  }

  /** The PostgreSQL of this run. */
  private record Server(DatabaseAddress address, @Nullable EmbeddedDatabase embedded)
      implements AutoCloseable {

    static final String TEMPLATE = "sandbox_test_template";

    static Server start() {
      Server server = startEmpty();
      server.execute("DROP DATABASE IF EXISTS " + TEMPLATE);
      server.execute("CREATE DATABASE " + TEMPLATE);
      Database.open(server.of(TEMPLATE)).close();
      return server;
    }

    private static Server startEmpty() {
      String url = System.getenv("SANDBOX_TEST_DATABASE_URL");
      if (url != null) {
        return new Server(DatabaseAddress.parse(url), null);
      }
      EmbeddedDatabase embedded = EmbeddedDatabase.start(TestFolders.fresh(), TestFolders.PROGRAMS);
      Server server = new Server(embedded.address(), embedded);
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
      if (embedded != null) {
        embedded.close();
      }
    }
  }
}
