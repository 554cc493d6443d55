package com.personalagentproxy.sandbox.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseAddressTest {

  @Test
  void theUsualFormIsReadWithItsAccount() {
    assertThat(
            DatabaseAddress.parse(
                "postgres://ada:p%40ss+w%3Ard@db.example:5433/sandboxes?sslmode=require"))
        .isEqualTo(
            new DatabaseAddress(
                "jdbc:postgresql://db.example:5433/sandboxes?sslmode=require", "ada", "p@ss+w:rd"));
  }

  @Test
  void accountAndPortMayBeLeftOut() {
    assertThat(DatabaseAddress.parse("postgresql://db.example/sandboxes"))
        .isEqualTo(new DatabaseAddress("jdbc:postgresql://db.example/sandboxes", null, null));
    assertThat(DatabaseAddress.parse("postgres://ada@db.example/sandboxes").user())
        .isEqualTo("ada");
  }

  @ParameterizedTest
  @CsvSource({
    "postgres://db/x, jdbc:postgresql://db/x,,",
    "postgresql://db/x?sslmode=require, jdbc:postgresql://db/x?sslmode=require,,",
    "postgresql://ada@db/x, jdbc:postgresql://db/x, ada,",
    "jdbc:postgresql://ada:pw@db:5432/x, jdbc:postgresql://db:5432/x, ada, pw",
    "jdbc:postgresql://db/x?user=ada&ssl=true&password=a%26b, jdbc:postgresql://db/x?ssl=true, ada, a&b",
    "postgres://ada:p%40s+s%2F@[::1]:5432/x, jdbc:postgresql://[::1]:5432/x, ada, p@s+s/",
    "'postgres://a:b@one:1,two:2/x', 'jdbc:postgresql://one:1,two:2/x', a, b"
  })
  void databasesAreNamedInManyWays(String text, String url, String user, String password) {
    assertThat(DatabaseAddress.of(text)).contains(new DatabaseAddress(url, user, password));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "secret",
        "mysql://ada:secret@db/x",
        "postgres://ada:sec ret@db/x",
        "postgres://db.example",
        "postgres:secret",
        "jdbc:postgresql:secret",
        "postgres://ada:secret%zz@db/x"
      })
  void anythingElseIsRefusedWithoutRepeatingIt(String text) {
    assertThatThrownBy(() -> DatabaseAddress.parse(text))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("Give it as postgres://")
        .hasMessageNotContaining("secret");
  }

  @Test
  void itIsNamedWithoutThePassword() {
    assertThat(
            new DatabaseAddress("jdbc:postgresql://db.example/x?password=secret", "ada", "secret"))
        .hasToString("the database at jdbc:postgresql://db.example/x");
  }
}
