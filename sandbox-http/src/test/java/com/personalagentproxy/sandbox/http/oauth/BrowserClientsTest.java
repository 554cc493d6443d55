package com.personalagentproxy.sandbox.http.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that live in a page of another origin, as browsers let them. */
class BrowserClientsTest {

  private static final OAuthServed SERVED = new OAuthServed();
  private static final String ORIGIN = "https://client.example";

  @AfterAll
  static void stop() {
    SERVED.close();
  }

  private static HttpRequest.Builder fromAPage(String path) {
    return SERVED.served.to(path).header("Origin", ORIGIN);
  }

  private static HttpResponse<String> preflight(String path, String method) {
    return SERVED.served.send(
        fromAPage(path)
            .header("Access-Control-Request-Method", method)
            .header("Access-Control-Request-Headers", "content-type,mcp-protocol-version")
            .method("OPTIONS", BodyPublishers.noBody()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/.well-known/oauth-authorization-server",
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-protected-resource/mcp",
        "/.well-known/oauth-protected-resource/api"
      })
  void whatTheServerSaysOfItselfIsReadByAnyPage(String path) {
    HttpResponse<String> read = SERVED.served.send(fromAPage(path));

    assertThat(read.statusCode()).isEqualTo(200);
    assertThat(read.headers().firstValue("Access-Control-Allow-Origin")).hasValue("*");
    assertThat(preflight(path, "GET").statusCode()).isEqualTo(204);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/oauth/register", "/oauth/token", "/oauth/revoke"})
  void anyPageGetsTokensAndReadsWhatIsWrongWithItsRequest(String path) {
    HttpResponse<String> asked = preflight(path, "POST");
    HttpResponse<String> refused =
        SERVED.served.send(fromAPage(path).POST(BodyPublishers.ofString("nonsense")));

    assertThat(asked.statusCode()).isEqualTo(204);
    assertThat(asked.headers().firstValue("Access-Control-Allow-Origin")).hasValue("*");
    assertThat(asked.headers().firstValue("Access-Control-Allow-Methods")).hasValue("GET, POST");
    assertThat(asked.headers().firstValue("Access-Control-Allow-Headers")).hasValue("*");
    assertThat(refused.statusCode()).isBetween(400, 499);
    assertThat(refused.headers().firstValue("Access-Control-Allow-Origin")).hasValue("*");
  }

  @Test
  void noPageIsLetInAsThePersonBeforeIt() {
    HttpResponse<String> asked = preflight("/oauth/token", "POST");

    assertThat(asked.headers().firstValue("Access-Control-Allow-Credentials")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/mcp",
        "/oauth/authorize",
        "/health",
        "/oauth/token/",
        "/oauth/%74oken",
        "//oauth/token",
        "/.well-known/oauth-protected-resource/other"
      })
  void nothingElseIsOpenToOtherPages(String path) {
    for (String method : new String[] {"GET", "POST", "OPTIONS"}) {
      HttpResponse<String> answer =
          SERVED.served.send(fromAPage(path).method(method, BodyPublishers.noBody()));

      assertThat(answer.statusCode()).isEqualTo(403);
      assertThat(answer.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
    }
  }
}
