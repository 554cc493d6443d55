package com.personalagentproxy.sandbox.http.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.http.Served;
import com.personalagentproxy.sandbox.http.limit.Limits;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What programs redeem, exchange and give up. */
class TokenRoutesTest {

  private final OAuthServed served = new OAuthServed();

  @AfterEach
  void stop() {
    served.close();
  }

  @ParameterizedTest
  @CsvSource({
    "grant_type, password, unsupported_grant_type",
    "grant_type, '', invalid_request",
    "code, x, invalid_grant",
    "code, '', invalid_request",
    "code_verifier, '', invalid_request",
    "code_verifier, short, invalid_grant",
    "code_verifier, dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXX, invalid_grant",
    "redirect_uri, http://127.0.0.1:1234/other, invalid_grant",
    "client_id, other, invalid_client",
    "client_id, '', invalid_request",
    "resource, https://other.example/mcp, invalid_target"
  })
  void aCodeIsRedeemedOnlyWithAllThatBelongsToIt(String field, String value, String error) {
    String client = served.register("Claude");
    Map<String, String> redeeming = OAuthServed.redeeming(client, served.code(client));
    String right = redeeming.get(field);
    redeeming.put(field, value);

    HttpResponse<String> answer = served.post("/oauth/token", redeeming);

    assertThat(answer.statusCode()).isEqualTo(error.equals("invalid_client") ? 401 : 400);
    assertThat(Served.json(answer).get("error").stringValue()).isEqualTo(error);
    assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
    if (right != null) {
      redeeming.put(field, right);
      assertThat(served.token(redeeming).has("access_token")).isTrue();
    }
  }

  @Test
  void anotherResourceThanThePersonAllowedIsNoTargetAndTheRightOneStillIs() {
    String client = served.register("Claude");
    Map<String, String> redeeming = OAuthServed.redeeming(client, served.code(client));
    redeeming.put("resource", served.base() + "/api");

    JsonNode refused = served.token(redeeming);

    assertThat(refused.get("error").stringValue()).isEqualTo("invalid_target");
    assertThat(refused.get("error_description").stringValue())
        .contains(served.base() + "/mcp only");
    redeeming.put("resource", served.base() + "/mcp");
    Map<String, String> refreshing = new HashMap<>();
    refreshing.put("grant_type", "refresh_token");
    refreshing.put("client_id", client);
    refreshing.put("refresh_token", served.token(redeeming).get("refresh_token").stringValue());
    refreshing.put("resource", served.base());
    assertThat(served.token(refreshing).get("error").stringValue()).isEqualTo("invalid_target");
    refreshing.remove("resource");
    assertThat(served.token(refreshing).has("access_token")).isTrue();
  }

  @Test
  void theRedirectUriNeedNotBeSaidAgain() {
    String client = served.register("Claude");
    Map<String, String> redeeming = OAuthServed.redeeming(client, served.code(client));
    redeeming.remove("redirect_uri");

    assertThat(served.token(redeeming).has("access_token")).isTrue();
  }

  @Test
  void anotherClientGetsNothingForACode() {
    String code = served.code(served.register("Claude"));

    assertThat(
            served
                .token(OAuthServed.redeeming(served.register("Other"), code))
                .get("error")
                .stringValue())
        .isEqualTo("invalid_grant");
  }

  @Test
  void aCodeIsRedeemedOnce() {
    String client = served.register("Claude");
    Map<String, String> redeeming = OAuthServed.redeeming(client, served.code(client));

    assertThat(served.token(redeeming).has("access_token")).isTrue();
    assertThat(served.token(redeeming).get("error").stringValue()).isEqualTo("invalid_grant");
  }

  @Test
  void whatIsNoFormIsRefusedInOAuthsOwnShape() {
    HttpResponse<String> answer =
        served.served.send(
            served
                .served
                .to("/oauth/token")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{}")));

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(Served.json(answer).get("error").stringValue()).isEqualTo("invalid_request");
  }

  @Test
  void aTokenIsGivenUpAndNothingIsTold() {
    HttpResponse<String> answer =
        served.post("/oauth/revoke", Map.of("token", "whatever", "client_id", "c"));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEmpty();
    assertThat(served.grants.givenUp).containsExactly("whatever of c");
  }

  @Test
  void aProgramThatExchangesTooOftenIsToldToWaitInOAuthsOwnShapeAndAnotherIsNot() {
    try (OAuthServed limited = new OAuthServed(true, new Limits(3, 1, 1, 1, 1, 1, 0))) {
      String client = limited.register("Claude");
      Map<String, String> refreshing = new HashMap<>();
      refreshing.put("grant_type", "refresh_token");
      refreshing.put("client_id", client);
      refreshing.put(
          "refresh_token",
          limited
              .token(OAuthServed.redeeming(client, limited.code(client)))
              .get("refresh_token")
              .stringValue());
      HttpResponse<String> answer = limited.post("/oauth/token", refreshing);
      for (int more = 0; more < 20 && answer.statusCode() == 200; more++) {
        refreshing.put("refresh_token", Served.json(answer).get("refresh_token").stringValue());
        answer = limited.post("/oauth/token", refreshing);
      }

      assertThat(answer.statusCode()).isEqualTo(429);
      assertThat(answer.headers().firstValue("Retry-After").map(Integer::valueOf).orElseThrow())
          .isBetween(1, 20);
      assertThat(Served.json(answer).get("error").stringValue()).isEqualTo("too_many_requests");
      assertThat(Served.json(answer).get("error_description").stringValue())
          .startsWith("This program has sent too many requests, so nothing of this was done.");
      String other = limited.register("Other");
      assertThat(
              limited.token(OAuthServed.redeeming(other, limited.code(other))).has("access_token"))
          .isTrue();
    }
  }

  /** Whose program it says that it is proves nothing here. */
  @Test
  void whoGivesUpTokensTooOftenIsToldToWaitWhateverProgramItSaysThatItIs() {
    try (OAuthServed limited = new OAuthServed(true, new Limits(3, 1, 1, 1, 1, 1, 0))) {
      int status = 200;
      for (int client = 0; client < 20 && status == 200; client++) {
        Map<String, String> revoking = Map.of("token", "guess", "client_id", "program-" + client);
        status = limited.post("/oauth/revoke", revoking).statusCode();
      }

      assertThat(status).isEqualTo(429);
      assertThat(limited.grants.givenUp).hasSizeLessThan(20);
    }
  }
}
