package com.personalagentproxy.sandbox.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AcceptanceTest {

  private static final List<String> KINDS =
      List.of("application/json", "text/event-stream", "application/x-ndjson");

  @ParameterizedTest
  @CsvSource(
      delimiter = '>',
      value = {
        "> application/json",
        "'' > application/json",
        "*/* > application/json",
        "application/* > application/json",
        "text/event-stream > text/event-stream",
        "TEXT/Event-Stream; charset=utf-8 > text/event-stream",
        "text/* > text/event-stream",
        "text/plain, application/x-ndjson > application/x-ndjson",
        "text/event-stream, application/json > text/event-stream",
        "application/json;q=0.1, text/event-stream > text/event-stream",
        "text/event-stream;q=0.5, application/json;q=0.8 > application/json",
        "application/json;q=0, */* > text/event-stream",
        "application/*;q=0, */*;q=0.2 > text/event-stream",
        "application/*;q=0.1, application/x-ndjson > application/x-ndjson",
        "text/plain|application/x-ndjson > application/x-ndjson",
        "application/json;q=nonsense > application/json",
        "text/plain >",
        "application/json;q=0 >",
        "*/*;q=0.000 >",
        "nonsense >"
      })
  void theKindThatIsLikedBestIsTaken(@Nullable String accept, @Nullable String taken) {
    List<String> lines = accept == null ? List.of() : List.of(accept.split("\\|", -1));

    assertThat(Acceptance.of(lines).best(KINDS)).isEqualTo(taken);
  }
}
