package com.personalagentproxy.sandbox.persistence;

import static com.personalagentproxy.sandbox.persistence.Impatient.awaitThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.persistence.embedded.EmbeddedDatabase;
import java.net.URI;
import java.time.Instant;
import java.util.Objects;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * An address names two hosts, and one of them takes no writes, as a standby doesn't: after a
 * failover that is the one that comes first.
 */
@Timeout(180)
class SeveralHostsTest {

  private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

  private static EmbeddedDatabase one;
  private static EmbeddedDatabase other;

  @BeforeAll
  static void bothHaveTheTables() {
    one = EmbeddedDatabase.start(TestFolders.fresh(), TestFolders.PROGRAMS);
    other = EmbeddedDatabase.start(TestFolders.fresh(), TestFolders.PROGRAMS);
    // An address has one password for all of its hosts.
    Jdbi.create(other.address().url(), "postgres", other.address().password())
        .useHandle(
            handle ->
                handle.execute(
                    "ALTER ROLE postgres PASSWORD '%s'".formatted(one.address().password())));
    Database.open(one.address()).close();
    Database.open(of(other)).close();
  }

  @AfterAll
  static void stop() {
    other.close();
    one.close();
  }

  @Test
  void whatIsWrittenGoesToTheOneThatTakesIt() {
    closeForWrites(one, true);
    closeForWrites(other, false);

    assertThatItIsWrittenTo(other);
  }

  @Test
  void soItDoesAfterAFailoverWithoutAnybodysDoing() {
    closeForWrites(one, false);
    closeForWrites(other, true);
    try (Database database = open("")) {
      SandboxStore store = new PostgresSandboxStore(database.jdbi());
      store.add(sandbox());

      closeForWrites(one, true);
      closeForWrites(other, false);

      awaitThat(() -> Impatient.isWell(() -> store.add(sandbox())));
    }
    assertThatItIsWrittenTo(other);
  }

  @Test
  void whileNoneTakesWritesTheyAreReadAllTheSame() {
    closeForWrites(one, false);
    closeForWrites(other, false);
    Sandbox sandbox = sandbox();
    try (Database database = open("")) {
      new PostgresSandboxStore(database.jdbi()).add(sandbox);
      closeForWrites(one, true);
      closeForWrites(other, true);
    }

    try (Database database = open("")) {
      assertThat(new PostgresSandboxStore(database.jdbi()).find(sandbox.id())).isPresent();
    }
  }

  @Test
  void anAddressThatSaysWhichIsTakenAtItsWord() {
    closeForWrites(one, true);
    closeForWrites(other, false);

    try (Database database = open("?targetServerType=any")) {
      assertThat(port(database.jdbi())).isEqualTo(port(one));
    }
  }

  private static void assertThatItIsWrittenTo(EmbeddedDatabase host) {
    Sandbox sandbox = sandbox();
    try (Database database = open("")) {
      new PostgresSandboxStore(database.jdbi()).add(sandbox);
    }
    try (Database alone = Database.open(of(host))) {
      assertThat(new PostgresSandboxStore(alone.jdbi()).find(sandbox.id())).isPresent();
    }
  }

  private static Database open(String options) {
    return Database.open(
        new DatabaseAddress(
            "jdbc:postgresql://127.0.0.1:%s,127.0.0.1:%s/postgres%s"
                .formatted(port(one), port(other), options),
            "postgres",
            one.address().password()),
        "two hosts",
        1,
        Tables.SERVER,
        Impatient.PATIENCE);
  }

  private static DatabaseAddress of(EmbeddedDatabase host) {
    return new DatabaseAddress(host.address().url(), "postgres", one.address().password());
  }

  private static int port(EmbeddedDatabase host) {
    return URI.create(host.address().url().substring("jdbc:".length())).getPort();
  }

  private static int port(Jdbi jdbi) {
    return jdbi.withHandle(
        handle -> handle.createQuery("SELECT inet_server_port()").mapTo(Integer.class).one());
  }

  private static void closeForWrites(EmbeddedDatabase host, boolean isClosed) {
    Jdbi jdbi =
        Jdbi.create(
            host.address().url(), "postgres", Objects.requireNonNull(one.address().password()));
    String isReadOnly = isClosed ? "on" : "off";
    jdbi.useHandle(
        handle -> {
          handle.execute("ALTER SYSTEM SET default_transaction_read_only = " + isReadOnly);
          handle.execute("SELECT pg_reload_conf()");
        });
    awaitThat(
        () ->
            jdbi.withHandle(
                handle ->
                    handle
                        .createQuery("SHOW default_transaction_read_only")
                        .mapTo(String.class)
                        .one()
                        .equals(isReadOnly)));
  }

  private static Sandbox sandbox() {
    return SomeSandbox.awake(SomeSandbox.someConnection(), "build", NOON);
  }
}
