package com.personalagentproxy.sandbox.http.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.http.Served;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AcceptedTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "application/json, text/event-stream                |true |true |true",
        "Application/JSON;charset=utf-8                     |true |false|false",
        "*/*                                                |true |true |false",
        "application/*                                      |true |false|false",
        "text/*;q=0.5, application/json;q=0.1               |true |true |true",
        "application/json;q=0, text/event-stream            |false|true |true",
        "application/json, text/event-stream;q=0.00         |true |false|false",
        "text/html                                          |false|false|false",
      })
  void readsWhatIsTaken(String header, boolean json, boolean events, boolean namesEvents) {
    Accepted accepted = Accepted.of(List.of(header));

    assertThat(accepted.json()).isEqualTo(json);
    assertThat(accepted.events()).isEqualTo(events);
    assertThat(accepted.namesEvents()).isEqualTo(namesEvents);
  }

  @Test
  void readsAllHeadersTogether() {
    Accepted accepted = Accepted.of(List.of("text/event-stream", "application/json"));

    assertThat(accepted.json()).isTrue();
    assertThat(accepted.events()).isTrue();
  }

  @Test
  void takesWhateverComesWhenNothingIsSaid() {
    assertThat(Accepted.of(List.of()).json()).isTrue();
    assertThat(Accepted.of(List.of()).namesEvents()).isFalse();
  }

  /** Without a stream it could not be noticed that a caller has gone, which cancels there. */
  @Test
  void aCallThatStandsByItselfNeedsACallerThatTakesStreams() {
    try (Served served = new Served()) {
      String body = Modern.JSON.writeValueAsString(Modern.call("sandboxes_list", "{}").message);
      var request =
          served
              .to("/mcp")
              .header("Authorization", "Bearer " + Served.TOKEN)
              .header("Content-Type", "application/json")
              .header("Accept", "application/json")
              .header("MCP-Protocol-Version", Modern.REVISION)
              .header("Mcp-Method", "tools/call")
              .header("Mcp-Name", "sandboxes_list")
              .POST(BodyPublishers.ofString(body));

      assertThat(served.send(request).statusCode()).isEqualTo(406);
    }
  }
}
