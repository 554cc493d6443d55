package com.personalagentproxy.sandbox.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The search in names needs an extension of PostgreSQL's own. */
class ExtensionTest {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  @Test
  void aUserThatMayNotAddItIsToldWhatToAskFor() {
    DatabaseAddress owners = DATABASE.emptyOne();
    String user = "plain_" + UUID.randomUUID().toString().replace("-", "");
    execute(owners, "CREATE ROLE " + user + " LOGIN PASSWORD 'plain'");
    try {
      execute(owners, "GRANT CREATE ON SCHEMA public TO " + user);
      DatabaseAddress plain = new DatabaseAddress(owners.url(), user, "plain");

      assertThatThrownBy(() -> Database.open(plain, "plain", 1, Tables.COLLECTION))
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining(
              "The search in names needs the extension pg_trgm, and this user can't add it")
          .hasMessageContaining(
              "Ask the database's owner to run CREATE EXTENSION pg_trgm in it, and start again.");

      execute(owners, "CREATE EXTENSION pg_trgm");
      Database.open(plain, "plain", 1, Tables.COLLECTION).close();
    } finally {
      execute(owners, "DROP OWNED BY " + user + " CASCADE");
      execute(owners, "DROP ROLE " + user);
    }
  }

  @Test
  void anEmbedderMayHaveItInAnotherSchema() {
    DatabaseAddress embedders = DATABASE.emptyOne();
    execute(embedders, "CREATE SCHEMA extensions");
    execute(embedders, "CREATE EXTENSION pg_trgm SCHEMA extensions");

    try (Database open = Database.open(embedders, "embedder", 1, Tables.COLLECTION)) {
      String index =
          open.jdbi()
              .withHandle(
                  handle ->
                      handle
                          .createQuery(
                              "SELECT indexdef FROM pg_indexes WHERE indexname = 'sandboxes_search'")
                          .mapTo(String.class)
                          .one());
      assertThat(index).contains("extensions.gin_trgm_ops");
    }
  }

  private static void execute(DatabaseAddress address, String statement) {
    Jdbi.create(
            address.url(),
            Optional.ofNullable(address.user()).orElse(""),
            Optional.ofNullable(address.password()).orElse(""))
        .useHandle(handle -> handle.execute(statement));
  }
}
