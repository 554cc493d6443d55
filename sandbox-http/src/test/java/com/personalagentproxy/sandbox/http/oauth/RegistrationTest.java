package com.personalagentproxy.sandbox.http.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.http.Served;
import java.net.http.HttpResponse;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class RegistrationTest {

  private static final OAuthServed SERVED = new OAuthServed();

  @AfterAll
  static void stop() {
    SERVED.close();
  }

  @Test
  void aProgramRegistersItselfAndIsTreatedAsOneWithoutSecrets() {
    HttpResponse<String> answer =
        SERVED.postJson(
            """
            {"client_name": "Claude Code", "redirect_uris": ["http://localhost:1/callback", "cursor://x/y"],
             "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"],
             "token_endpoint_auth_method": "client_secret_post", "software_id": "x", "contacts": []}
            """);

    assertThat(answer.statusCode()).isEqualTo(201);
    JsonNode client = Served.json(answer);
    assertThat(client.get("client_id").stringValue()).startsWith("sbx_client_");
    assertThat(client.get("token_endpoint_auth_method").stringValue()).isEqualTo("none");
    assertThat(client.has("client_secret")).isFalse();
    assertThat(SERVED.clients.find(client.get("client_id").stringValue()).orElseThrow().name())
        .isEqualTo("Claude Code");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[] | invalid_client_metadata",
        "nonsense | invalid_client_metadata",
        "{\"redirect_uris\": []} | invalid_redirect_uri",
        "{\"redirect_uris\": \"https://x.example/\"} | invalid_redirect_uri",
        "{\"redirect_uris\": [7]} | invalid_redirect_uri",
        "{\"redirect_uris\": [\"https://x.example/\", \"http://x.example/\"]} |"
            + " invalid_redirect_uri",
        "{\"redirect_uris\": [\"https://x.example/\"], \"grant_types\": [\"implicit\"]} |"
            + " invalid_client_metadata",
        "{\"redirect_uris\": [\"https://x.example/\"], \"response_types\": [\"token\"]} |"
            + " invalid_client_metadata"
      })
  void whatCantBeLetInIsRefused(String body, String error) {
    HttpResponse<String> answer = SERVED.postJson(body);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(Served.json(answer).get("error").stringValue()).isEqualTo(error);
  }

  @Test
  void tooMuchMetadataIsRefused() {
    assertThat(SERVED.postJson("{\"x\": \"" + "x".repeat(17_000) + "\"}").statusCode())
        .isEqualTo(400);
  }

  @Test
  void aNameIsOneLineThatTurnsNothingAround() {
    String client = SERVED.register("Claude\\u202e\\n\\u0000  Code" + "e".repeat(100));

    String name = SERVED.clients.find(client).orElseThrow().name();
    assertThat(name).startsWith("Claude Code").hasSize(60).doesNotContain("\u202e", "\n");
  }

  @Test
  void whileTooManyWaitNobodyRegisters() {
    try (OAuthServed full = new OAuthServed()) {
      full.clients.isFull = true;

      HttpResponse<String> answer = full.postJson("{\"redirect_uris\": [\"https://x.example/\"]}");

      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(Served.json(answer).get("error").stringValue())
          .isEqualTo("temporarily_unavailable");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://x.example/",
        "http://127.0.0.2/",
        "http://localhost.x.example/",
        "https:///path",
        "https://user@x.example/",
        "https://x.example/#fragment",
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "blob:https://x.example/",
        "vbscript:x",
        "ms-settings:x",
        "mailto:ada@x.example",
        "relative/path",
        "https://x.example/\u00e9",
        "https://x.example/ x",
        ""
      })
  void answersAreSentToNoSuchPlace(String uri) {
    assertThat(RedirectUri.of(uri)).isEqualTo(Optional.empty());
  }

  @ParameterizedTest
  @CsvSource({
    "https://claude.ai/api/mcp/auth_callback, claude.ai",
    "http://127.0.0.1:8080/cb, a program on your own computer (127.0.0.1:8080)",
    "'http://[::1]:8080/cb', 'a program on your own computer ([::1]:8080)'",
    "http://localhost/cb, a program on your own computer (localhost)",
    "cursor://anysphere.cursor-retrieval/oauth, the program that opens addresses with cursor:",
    "com.example.app:/cb, the program that opens addresses with com.example.app:"
  })
  void answersAreSentToThese(String uri, String words) {
    RedirectUri redirect = RedirectUri.of(uri).orElseThrow();

    assertThat(redirect.words()).isEqualTo(words);
  }
}
