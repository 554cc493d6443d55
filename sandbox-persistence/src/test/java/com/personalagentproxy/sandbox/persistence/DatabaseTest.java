package com.personalagentproxy.sandbox.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.collection.SandboxName;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.race.Race;
import com.personalagentproxy.sandbox.time.SettableClock;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseTest {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  @ParameterizedTest
  @ValueSource(strings = {"read committed", "serializable"})
  void manyServersThatStartOnAnEmptyDatabaseAtOnceAllCome(String isolation) {
    DatabaseAddress empty = DATABASE.emptyOne();
    execute(
        empty,
        "ALTER DATABASE %s SET default_transaction_isolation = '%s'"
            .formatted(empty.url().replaceAll(".*/|\\?.*", ""), isolation));

    Race.of(
        4,
        server -> {
          Database.open(empty, "server " + server, 1, Tables.SERVER).close();
          return true;
        });

    assertThat(tables(empty)).contains("sandboxes", "tasks", "agents");
  }

  @Test
  void anEmbedderTakesOnlyTheSandboxesTablesNextToItsOwn() {
    DatabaseAddress embedders = DATABASE.emptyOne();
    execute(embedders, "CREATE TABLE own (id int)");

    Database.open(embedders, "embedder", 1, Tables.COLLECTION).close();

    assertThat(tables(embedders))
        .containsExactlyInAnyOrder(
            "own",
            "sandboxes",
            "sandbox_activity",
            "sandbox_running_commands",
            "sandbox_steps",
            "sandbox_schema_history");
  }

  @Test
  void anEmbedderThatTakesTheSandboxesTablesMayTakeTheOthersLater() {
    DatabaseAddress embedders = DATABASE.emptyOne();
    Database.open(embedders, "embedder", 1, Tables.COLLECTION).close();

    Database.open(embedders, "server", 1, Tables.SERVER).close();

    assertThat(tables(embedders)).contains("sandboxes", "tasks");
  }

  @Test
  void tablesOfANewerVersionAreRefusedInWords() {
    DatabaseAddress newer = DATABASE.emptyOne();
    Database.open(newer).close();
    execute(
        newer,
        """
        INSERT INTO sandbox_schema_history
        SELECT installed_rank + 100, '999', description, type, script, checksum, installed_by, installed_on,
               execution_time, success
        FROM sandbox_schema_history WHERE version = '1'
        """);

    assertThatThrownBy(() -> Database.open(newer))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("were made by a newer version of this program");
  }

  @Test
  void tablesThatCannotBeBroughtUpToDateAreRefusedInWords() {
    DatabaseAddress odd = DATABASE.emptyOne();
    execute(odd, "CREATE TABLE agents (id int)");

    assertThatThrownBy(() -> Database.open(odd))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("can't be brought up to date")
        .hasMessageContaining("relation \"agents\" already exists");
  }

  @Test
  void aDatabaseThatCannotBeReachedIsToldWithoutThePassword() {
    assertThatThrownBy(
            () ->
                Database.open(DatabaseAddress.parse("postgres://ada:secret@127.0.0.1:1/sandboxes")))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("//127.0.0.1:1/sandboxes can't be opened")
        .hasMessageNotContaining("secret");
  }

  @Test
  void whatGoesWrongNamesTheStatementAndNoValue() {
    ConnectionId connection = SomeSandbox.someConnection();
    PostgresSandboxStore store = new PostgresSandboxStore(DATABASE.jdbi());
    DATABASE
        .jdbi()
        .useHandle(
            handle -> handle.execute("ALTER TABLE sandboxes ADD CHECK (name <> 'a secret')"));

    assertThatThrownBy(
            () ->
                store.add(
                    SomeSandbox.awake(
                        connection, "a secret", SettableClock.atSomeTime().instant())))
        .isInstanceOf(UnableToExecuteStatementException.class)
        .hasMessageContaining("INSERT INTO sandboxes")
        .satisfies(
            failure ->
                assertThat(withCauses(failure))
                    .doesNotContain("a secret")
                    .doesNotContain(connection.toString()));
  }

  private static String withCauses(Throwable failure) {
    StringBuilder all = new StringBuilder();
    for (Throwable each = failure; each != null; each = each.getCause()) {
      all.append(each).append('\n');
    }
    return all.toString();
  }

  @Test
  void aPoolThatIsEmptySaysWhichAndSoon() {
    try (Database small = Database.open(DATABASE.address(), "small pool", 1, Tables.SERVER);
        Handle held = small.jdbi().open()) {
      assertThat(small.gauges().getActiveConnections()).isEqualTo(1);
      assertThatThrownBy(() -> small.jdbi().open())
          .rootCause()
          .hasMessageContaining("small pool")
          .hasMessageContaining("not available");
      assertThat(held.isInTransaction()).isFalse();
    }
  }

  @Test
  void aNameWithPlaceholdersInItIsOnlyAName() {
    PostgresSandboxStore store = new PostgresSandboxStore(DATABASE.jdbi());
    ConnectionId connection = SomeSandbox.someConnection();
    store.add(
        SomeSandbox.awake(connection, ":id ?? <b>'; --", SettableClock.atSomeTime().instant()));

    assertThat(store.named(SandboxName.of(":ID ?? <b>'; --").orElseThrow(), List.of(connection)))
        .hasSize(1);
  }

  private static List<String> tables(DatabaseAddress address) {
    return plain(address)
        .withHandle(
            handle ->
                handle
                    .createQuery("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
                    .mapTo(String.class)
                    .list());
  }

  private static void execute(DatabaseAddress address, String statement) {
    plain(address).useHandle(handle -> handle.execute(statement));
  }

  private static Jdbi plain(DatabaseAddress address) {
    return Jdbi.create(
        address.url(),
        Optional.ofNullable(address.user()).orElse(""),
        Optional.ofNullable(address.password()).orElse(""));
  }
}
