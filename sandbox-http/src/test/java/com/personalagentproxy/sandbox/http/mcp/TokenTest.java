package com.personalagentproxy.sandbox.http.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.http.Served;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenTest {

  private final Served served = new Served();

  @AfterEach
  void stop() {
    served.close();
  }

  @Test
  void asksForATokenWhenThereIsNone() {
    HttpResponse<String> answer = served.send(ping());

    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.headers().allValues("WWW-Authenticate")).isEqualTo(List.of("Bearer"));
    assertThat(answer.body())
        .isEqualTo(
            "{\"error\":\"unauthenticated\",\"message\":\"This needs an agent's token. Send it in the header Authorization: Bearer, and get one from the member you work for.\"}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bearer wrong",
        "Bearer",
        "Bearer ",
        "Basic dXNlcjpwYXNz",
        "token-of-adas-laptop",
        "Bearer token-of-adas-laptop token-of-adas-laptop",
        "Bearer token of adas laptop"
      })
  void refusesWhatIsNoAgentsToken(String authorization) {
    HttpResponse<String> answer = served.send(ping().header("Authorization", authorization));

    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.headers().firstValue("WWW-Authenticate"))
        .hasValue("Bearer error=\"invalid_token\"");
    assertThat(answer.body()).startsWith("{\"error\":\"unauthenticated\"").doesNotContain("wrong");
  }

  @Test
  void refusesTwoTokensAtOnce() {
    HttpResponse<String> answer =
        served.send(
            ping()
                .header("Authorization", "Bearer " + Served.TOKEN)
                .header("Authorization", "Bearer " + Served.TOKEN));

    assertThat(answer.statusCode()).isEqualTo(401);
  }

  @Test
  void takesTheWordBearerInAnyCase() {
    assertThat(served.send(ping().header("Authorization", "bearer  " + Served.TOKEN)).statusCode())
        .isEqualTo(200);
  }

  @Test
  void refusesATokenFromTheMomentItIsTakenBack() {
    assertThat(served.post(Served.request("ping", "{}")).statusCode()).isEqualTo(200);

    served.tokens.remove(Served.TOKEN);

    assertThat(served.post(Served.request("ping", "{}")).statusCode()).isEqualTo(401);
  }

  @Test
  void looksAtTheTokenBeforeTheBody() {
    HttpResponse<String> answer =
        served.send(
            served
                .to("/mcp")
                .header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofString("{")));

    assertThat(answer.statusCode()).isEqualTo(401);
  }

  private HttpRequest.Builder ping() {
    return served
        .to("/mcp")
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(Served.request("ping", "{}")));
  }
}
