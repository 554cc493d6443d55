package com.personalagentproxy.sandbox.persistence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A migrated database for a test class, empty before each test, in a {@link TestServer} that is
 * started once for all.
 */
public final class TestDatabase
    implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {

  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final Duration LONGEST_HELD = Duration.ofSeconds(20);
  private static final Duration LOOK_EVERY = Duration.ofMillis(1);

  private final TestServer.Source source;
  private final int connections;
  private @Nullable TestServer server;
  private @Nullable Database database;
  private String name = "";
  private final List<String> others = new ArrayList<>();

  private TestDatabase(TestServer.Source source, int connections) {
    this.source = source;
    this.connections = connections;
  }

  /** With as many connections as a server has. */
  public static TestDatabase withSomeConnections() {
    return new TestDatabase(TestServer.Source.chosen(), Database.CONNECTIONS);
  }

  /** With one connection only: whoever asks for a second while holding it waits in vain. */
  public static TestDatabase withOneConnection() {
    return new TestDatabase(TestServer.Source.chosen(), 1);
  }

  /** In a container, wherever the other tests' are. */
  static TestDatabase inContainer() {
    return new TestDatabase(TestServer.Source.CONTAINER, Database.CONNECTIONS);
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

  /** Likewise, as an embedder has it. */
  public PGSimpleDataSource emptySource() {
    return source(emptyOne());
  }

  /** Another session in it than any of the pool's. */
  public Jdbi aside() {
    return Jdbi.create(source(address()));
  }

  private static PGSimpleDataSource source(DatabaseAddress address) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(address.url());
    source.setUser(address.user());
    source.setPassword(address.password());
    return source;
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
            .computeIfAbsent(source, TestServer::start, TestServer.class);
    name = newName();
    server().execute("CREATE DATABASE " + name + " TEMPLATE " + TestServer.TEMPLATE);
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
  public void afterEach(ExtensionContext context) {
    KeptBeside.requireThatItIsAsTheEntriesSay(jdbi());
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

  private TestServer server() {
    if (server == null) {
      throw new IllegalStateException(
          "The test class doesn't register its TestDatabase statically.");
    }
    return server;
  }
}
