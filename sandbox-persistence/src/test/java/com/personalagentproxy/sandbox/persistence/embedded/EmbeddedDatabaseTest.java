package com.personalagentproxy.sandbox.persistence.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.persistence.DatabaseAddress;
import com.personalagentproxy.sandbox.persistence.DatabaseException;
import com.personalagentproxy.sandbox.persistence.TestFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds while it runs. */
class EmbeddedDatabaseTest {

  private static final Path HOME = TestFolders.fresh().resolve("home");
  private static @Nullable EmbeddedDatabase running;

  @BeforeAll
  static void start() {
    running = EmbeddedDatabase.start(HOME, TestFolders.PROGRAMS);
  }

  @AfterAll
  static void stop() {
    database().close();
  }

  private static EmbeddedDatabase database() {
    return Optional.ofNullable(running).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "server_version_num / 10000, 18",
    "current_setting('fsync'), on",
    "current_setting('synchronous_commit'), on",
    "current_setting('full_page_writes'), on",
    "current_setting('data_checksums'), on",
    "current_setting('listen_addresses'), 127.0.0.1",
    "current_setting('shared_buffers'), 32MB",
    "current_setting('unix_socket_directories'), ''",
    "pg_encoding_to_char(encoding), UTF8",
  })
  void itIsSetUpToKeepWhatItIsGivenInLittleMemory(String asked, String answer) throws SQLException {
    String expression =
        asked.replace("server_version_num", "current_setting('server_version_num')::int");
    assertThat(
            ask(
                database().address(),
                "SELECT (" + expression + ")::text FROM pg_database WHERE datname = 'postgres'"))
        .isEqualTo(answer);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "wrong", "postgres"})
  void nobodyConnectsWithoutThePassword(String password) {
    DatabaseAddress right = database().address();

    for (String user : List.of("postgres", "root", "nobody")) {
      assertThatThrownBy(() -> ask(new DatabaseAddress(right.url(), user, password), "SELECT 1"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("password");
    }
  }

  @Test
  void noRuleLetsAnyoneInWithoutAPassword() throws SQLException {
    assertThat(
            ask(
                database().address(),
                "SELECT string_agg(auth_method || ' ' || address, ',') FROM pg_hba_file_rules"))
        .isEqualTo("scram-sha-256 127.0.0.1");
  }

  @Test
  void onlyTheServersUserReadsTheFolderAndThePassword() throws IOException {
    assertThat(permissions(HOME)).isEqualTo("rwx------");
    assertThat(permissions(HOME.resolve("postgres.password"))).isEqualTo("rw-------");
    assertThat(permissions(HOME.resolve("postgres"))).isEqualTo("rwx------");
    assertThat(Files.readString(HOME.resolve("postgres.password")).strip()).hasSize(43);
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void thereIsNoSocketFile() throws IOException {
    try (Stream<Path> files = Files.walk(HOME)) {
      assertThat(files.filter(file -> file.getFileName().toString().startsWith(".s.PGSQL")))
          .isEmpty();
    }
  }

  @Test
  void aSecondServerInThisProcessIsRefusedAndTheFirstKeepsItsFolder() throws SQLException {
    for (int attempt = 0; attempt < 2; attempt++) {
      assertThatThrownBy(() -> EmbeddedDatabase.start(HOME, TestFolders.PROGRAMS))
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("Another server is running with the folder");
    }
    assertThat(ask(database().address(), "SELECT 1")).isEqualTo("1");
  }

  @Test
  void aSecondServerInAnotherProcessIsRefusedToo() throws Exception {
    Child second = Child.start(HOME);

    assertThat(second.output()).contains("Another server is running with the folder");
    assertThat(second.exit()).isNotZero();
  }

  static String ask(DatabaseAddress address, String question) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(
                address.url(),
                Optional.ofNullable(address.user()).orElse(""),
                Optional.ofNullable(address.password()).orElse(""));
        Statement statement = connection.createStatement();
        ResultSet answer = statement.executeQuery(question)) {
      assertThat(answer.next()).isTrue();
      return Optional.ofNullable(answer.getString(1)).orElse("null");
    }
  }
}
