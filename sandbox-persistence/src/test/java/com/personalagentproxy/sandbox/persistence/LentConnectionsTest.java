package com.personalagentproxy.sandbox.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.List;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** An embedder's own pool has the tables made in its database, and is afterwards as it was. */
class LentConnectionsTest {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private static final String SETTINGS =
      "concat_ws(', ', current_setting('default_transaction_isolation'), current_setting('statement_timeout'),"
          + " current_setting('lock_timeout'), current_setting('client_min_messages'), pg_backend_pid())";

  private static final int CONNECTIONS = 3;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aPoolsConnectionsAreGivenBackWithTheirSettings(boolean isAutoCommit) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(DATABASE.emptySource());
    config.setMaximumPoolSize(CONNECTIONS);
    config.setAutoCommit(isAutoCommit);
    // Else the first that rolls back takes back what the connection is given below.
    config.setIsolateInternalQueries(true);
    config.setConnectionInitSql(
        "SET default_transaction_isolation = 'serializable'; SET statement_timeout = '7s';"
            + " SET lock_timeout = '3s'; SET client_min_messages = 'error'");
    try (HikariDataSource pool = new HikariDataSource(config)) {
      List<String> before = settings(pool);

      Tables.COLLECTION.bringUpToDate(pool);

      assertThat(settings(pool))
          .hasSameElementsAs(before)
          .allMatch(each -> each.startsWith("serializable, 7s, 3s, error, "));
      assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
    }
  }

  /** Of all of its connections at once. */
  private static List<String> settings(HikariDataSource pool) {
    Jdbi jdbi = Jdbi.create(pool);
    List<Handle> handles = Stream.generate(jdbi::open).limit(CONNECTIONS).toList();
    List<String> settings =
        handles.stream()
            .map(handle -> handle.createQuery("SELECT " + SETTINGS).mapTo(String.class).one())
            .toList();
    handles.forEach(Handle::close);
    return settings;
  }

  @Test
  void aSourceWithoutADatabaseIsToldInWords() {
    PGSimpleDataSource nowhere = new PGSimpleDataSource();
    nowhere.setUrl("jdbc:postgresql://127.0.0.1:1/proxy?user=ada&password=secret");

    assertThatThrownBy(() -> Tables.COLLECTION.bringUpToDate(nowhere))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("The database of the data source can't be opened")
        .hasMessageNotContaining("secret");
  }

  @Test
  void tablesThatCannotBeMadeAreToldWithoutThePassword() {
    PGSimpleDataSource odd = DATABASE.emptySource();
    String password = odd.getPassword();
    odd.setUrl(odd.getUrl() + "&password=" + password);
    Jdbi.create(odd).useHandle(handle -> handle.execute("CREATE TABLE sandboxes (id int)"));

    assertThatThrownBy(() -> Tables.COLLECTION.bringUpToDate(odd))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("The tables in the database at jdbc:postgresql://")
        .hasMessageContaining("can't be brought up to date")
        .hasMessageNotContaining(password);
  }
}
