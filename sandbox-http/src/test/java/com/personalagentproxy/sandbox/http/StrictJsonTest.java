package com.personalagentproxy.sandbox.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StrictJsonTest {

  record Thing(String name, int count, boolean large, @Nullable Instant madeAt) {}

  @Test
  void readsWhatIsExactlyIt() {
    assertThat(
            read(
                "{\"name\":\"x\",\"count\":1,\"large\":true,\"made_at\":\"2026-01-02T03:04:05Z\"}"))
        .isEqualTo(new Thing("x", 1, true, Instant.parse("2026-01-02T03:04:05Z")));
  }

  @Test
  void writesTimesForPeopleAndNamesInSnakeCase() {
    assertThat(
            StrictJson.MAPPER.writeValueAsString(
                new Thing("x", 1, true, Instant.parse("2026-01-02T03:04:05.678Z"))))
        .isEqualTo(
            "{\"name\":\"x\",\"count\":1,\"large\":true,\"made_at\":\"2026-01-02T03:04:05.678Z\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"name\":\"x\",\"count\":\"1\",\"large\":true}|“count” is missing, or has a value of the wrong kind",
        "{\"name\":\"x\",\"count\":1.0,\"large\":true}|“count” is missing, or has a value of the wrong kind",
        "{\"name\":\"x\",\"count\":null,\"large\":true}|“count” is missing, or has a value of the wrong kind",
        "{\"name\":\"x\",\"count\":99999999999,\"large\":true}|The body has a number at line 1, column 32 that is out of range",
        "{\"name\":1,\"count\":1,\"large\":true}|“name” is missing, or has a value of the wrong kind",
        "{\"name\":true,\"count\":1,\"large\":true}|“name” is missing, or has a value of the wrong kind",
        "{\"name\":\"x\",\"count\":1,\"large\":\"true\"}|“large” is missing, or has a value of the wrong kind",
        "{\"name\":\"x\",\"count\":1,\"large\":1}|“large” is missing, or has a value of the wrong kind",
        "{\"name\":null,\"count\":1,\"large\":true}|The body has no value for “name”. Give one.",
        "{\"count\":1,\"large\":true}|“name” is missing",
        "{\"name\":\"x\",\"large\":true}|“count” is missing, or has a value of the wrong kind",
        "{\"name\":\"x\",\"count\":1,\"large\":true,\"colour\":1}|The body has a field “colour”, which is unknown here. Leave it out; the fields are count, large, made_at, name.",
        "{\"name\":\"x\",\"name\":\"y\",\"count\":1,\"large\":true}|The body is not JSON",
        "{\"name\":\"x\",\"count\":1,\"large\":true} {}|The body is JSON, but not of the kind",
        "[]|The body is JSON, but not of the kind",
        "{\"name\":|The body is not JSON at line 1, column",
        "{'name':1}|The body is not JSON at line 1, column",
        "` `|The body is empty",
      })
  void refusesWhatIsAlmostIt(String json, String sentence) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(BadJsonException.class)
        .hasMessageStartingWith(sentence);
  }

  @Test
  void refusesWhatIsNotUtf8() {
    byte[] overlong = {'"', (byte) 0xC0, (byte) 0xAF, '"'};
    byte[] utf16 = "{}".getBytes(StandardCharsets.UTF_16);

    assertThatThrownBy(() -> StrictJson.tree(overlong))
        .hasMessageStartingWith("The body is not UTF-8");
    assertThatThrownBy(() -> StrictJson.tree(utf16)).isInstanceOf(BadJsonException.class);
  }

  @Test
  void refusesDeepNesting() {
    assertThatThrownBy(() -> StrictJson.tree(bytes("[".repeat(100_000))))
        .hasMessageStartingWith("The body is nested deeper than 64 levels");
  }

  private static Thing read(String json) {
    return StrictJson.read(bytes(json), Thing.class);
  }

  private static byte[] bytes(String json) {
    return json.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"123456789e12345678901234567890", "1.5e-99999999999", "[1e2147483648]"})
  void aNumberWhoseExponentIsFarTooLargeIsOutOfRange(String json) {
    assertThatThrownBy(() -> StrictJson.tree(json.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(BadJsonException.class)
        .hasMessage("The body has a number that is out of range. Give a smaller one.");
  }
}
