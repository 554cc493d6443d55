package com.personalagentproxy.sandbox.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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

  @Test
  void theDriversFormIsTakenAsItIs() {
    String url = "jdbc:postgresql://db.example/sandboxes?user=ada&password=secret";

    assertThat(DatabaseAddress.parse(url)).isEqualTo(new DatabaseAddress(url, null, null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "secret",
        "mysql://ada:secret@db/x",
        "postgres://ada:sec ret@db/x",
        "postgres://db.example",
        "postgres:secret"
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
