package com.personalagentproxy.sandbox.http.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.http.Served;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** How a program comes to a person's consent, and what it is answered. */
class OAuthDanceTest {

  private final OAuthServed served = new OAuthServed();

  @AfterEach
  void stop() {
    served.close();
  }

  @Test
  void whoComesWithoutATokenIsToldWhereToLearnHowToGetOne() {
    HttpResponse<String> none =
        served.served.send(
            served
                .served
                .to("/mcp")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{}")));
    HttpResponse<String> wrong =
        served.served.send(
            served
                .served
                .to("/mcp")
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer sbx_oauth_expired")
                .POST(BodyPublishers.ofString("{}")));

    String about =
        "resource_metadata=\"%s/.well-known/oauth-protected-resource/mcp\", scope=\"sandboxes\""
            .formatted(served.base());
    assertThat(none.statusCode()).isEqualTo(401);
    assertThat(none.headers().allValues("WWW-Authenticate")).containsExactly("Bearer " + about);
    assertThat(wrong.headers().allValues("WWW-Authenticate"))
        .containsExactly("Bearer error=\"invalid_token\", " + about);
  }

  @Test
  void theServerDescribesItselfAsResourceAndIssuer() {
    JsonNode resource = Served.json(served.served.get("/.well-known/oauth-protected-resource/mcp"));
    JsonNode root = Served.json(served.served.get("/.well-known/oauth-protected-resource"));
    JsonNode issuer = Served.json(served.served.get("/.well-known/oauth-authorization-server"));

    assertThat(resource.get("resource").stringValue()).isEqualTo(served.base() + "/mcp");
    assertThat(root.get("resource").stringValue()).isEqualTo(served.base());
    assertThat(resource.get("authorization_servers").get(0)).isEqualTo(issuer.get("issuer"));
    assertThat(issuer.get("issuer").stringValue()).isEqualTo(served.base());
    assertThat(issuer.get("code_challenge_methods_supported").toString()).isEqualTo("[\"S256\"]");
    for (String endpoint : List.of("authorization", "token", "registration", "revocation")) {
      assertThat(issuer.get(endpoint + "_endpoint").stringValue())
          .startsWith(served.base() + "/oauth/");
    }
    assertThat(issuer.get("client_id_metadata_document_supported").booleanValue()).isTrue();
    assertThat(issuer.get("authorization_response_iss_parameter_supported").booleanValue())
        .isTrue();
  }

  @Test
  void aClientThatKnowsNothingEndsUpWithTokens() {
    String client = served.register("Claude Code");

    assertThat(served.ask(served.asking(client)).body()).isEqualTo("Let Claude Code in?");
    HttpResponse<String> allowed = served.decide(Map.of("decision", "allow", "name", "Claude"));

    assertThat(allowed.statusCode()).isEqualTo(303);
    assertThat(allowed.headers().firstValue("Location").orElseThrow())
        .startsWith(OAuthServed.REDIRECT + "?code=");
    assertThat(OAuthServed.answered(allowed))
        .containsEntry("state", "a state & more")
        .containsEntry("iss", served.base());
    assertThat(served.grants.given).containsExactly(new Grants.ActsAs.New("Claude"));
    JsonNode tokens = served.token(OAuthServed.redeeming(client, OAuthServed.codeIn(allowed)));
    assertThat(tokens.get("token_type").stringValue()).isEqualTo("Bearer");
    assertThat(tokens.get("expires_in").intValue()).isEqualTo(3600);
    assertThat(tokens.get("access_token").stringValue()).startsWith("access-");
    JsonNode later =
        served.token(
            Map.of(
                "grant_type",
                "refresh_token",
                "client_id",
                client,
                "refresh_token",
                tokens.get("refresh_token").stringValue()));
    assertThat(later.get("access_token").stringValue())
        .isNotEqualTo(tokens.get("access_token").stringValue());
  }

  @Test
  void thePersonMayChooseAnAgentOfTheirOwnOnly() {
    AgentId laptop = served.grants.someAgentOf(served.world.ada, "Claude Code");
    AgentId bobs = served.grants.someAgentOf(served.world.bob, "Bob's");
    String client = served.register("Claude Code");
    served.ask(served.asking(client));
    assertThat(served.pages.asked().agents()).hasSize(1);
    assertThat(served.pages.asked().likely()).as("a stranger's name counts for nothing").isNull();

    HttpResponse<String> taken =
        served.decide(Map.of("decision", "allow", "agent", bobs.toString()));
    assertThat(taken.statusCode()).isEqualTo(400);
    assertThat(taken.body()).contains("You have no such agent");

    served.decide(Map.of("decision", "allow", "agent", laptop.toString()));
    assertThat(served.grants.given).containsExactly(new Grants.ActsAs.Existing(laptop));
    served.ask(served.asking(client));
    assertThat(served.pages.asked().likely()).isEqualTo(served.grants.agents.get(0));
  }

  @Test
  void nobodyIsAskedBeforeTheySignedInAndTheyComeBack() {
    String path = "/oauth/authorize?" + OAuthServed.encoded(served.asking("whoever"));

    HttpResponse<String> answer = served.served.get(path);

    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body()).isEqualTo("Sign in, then " + path);
    assertThat(answer.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("frame-ancestors 'none'");
  }

  @Test
  void thePageCantBeFramedAndItsFormMayLeadOnFromWhereTheAnswerGoes() {
    HttpResponse<String> page = served.ask(served.asking(served.register("Claude")));

    assertThat(page.headers().firstValue("X-Frame-Options")).hasValue("DENY");
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("default-src 'none'", "frame-ancestors 'none'")
        .doesNotContain("form-action");
    assertThat(page.headers().firstValue("Cross-Origin-Opener-Policy")).hasValue("unsafe-none");
  }

  @Test
  void sayingNoIsToldTheClient() {
    served.ask(served.asking(served.register("Claude")));

    Map<String, String> answer = OAuthServed.answered(served.decide(Map.of("decision", "deny")));

    assertThat(answer)
        .containsEntry("error", "access_denied")
        .containsEntry("state", "a state & more")
        .containsEntry("iss", served.base())
        .doesNotContainKey("code");
    assertThat(served.grants.given).isEmpty();
  }

  @Test
  void aFormThatIsNotOfThisSessionGrantsNothing() {
    served.ask(served.asking(served.register("Claude")));

    for (String token : List.of("", "x", FormToken.of("another session"))) {
      assertThat(served.decide(Map.of("decision", "allow", "form_token", token)).statusCode())
          .isEqualTo(403);
    }
    assertThat(served.grants.given).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://evil.example/",
        "http://127.0.0.1:1234/callback/../other",
        "http://127.0.0.1:1234/callbackx",
        "http://127.0.0.1:1234/callback?x=1",
        "http://127.0.0.1.evil.example:1234/callback",
        "http://127.0.0.1:1234@evil.example/callback",
        "http://localhost:1234/callback",
        "https://127.0.0.1:1234/callback",
        "//evil.example/callback",
        "javascript:alert(1)//127.0.0.1:1234/callback",
        "http://127.0.0.1:1234/callback#x",
        "http://127.0.0.1:1234/call back"
      })
  void nothingIsSentWhereTheClientHasNotRegistered(String elsewhere) {
    Map<String, String> asking = served.asking(served.register("Claude"));
    asking.put("redirect_uri", elsewhere);
    asking.put("response_type", "nonsense");

    HttpResponse<String> answer = served.ask(asking);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.headers().firstValue("Location")).isEmpty();
    assertThat(answer.body()).contains("redirect_uri is none of those", "Nothing was sent to it");
  }

  @Test
  void aProgramOnThisComputerListensOnWhicheverPortIsFree() {
    Map<String, String> asking = served.asking(served.register("Claude"));
    asking.put("redirect_uri", "http://127.0.0.1:59999/callback");
    served.ask(asking);

    assertThat(
            served
                .decide(Map.of("decision", "allow"))
                .headers()
                .firstValue("Location")
                .orElseThrow())
        .startsWith("http://127.0.0.1:59999/callback?code=");
  }

  @Test
  void anUnknownClientIsToldThePersonAndNobodyElse() {
    HttpResponse<String> answer = served.ask(served.asking("sbx_client_forgotten"));

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("No client with this client_id", "connect it again");
  }

  @ParameterizedTest
  @CsvSource({
    "response_type, token, unsupported_response_type",
    "response_type, '', invalid_request",
    "response_mode, fragment, invalid_request",
    "code_challenge, '', invalid_request",
    "code_challenge, short, invalid_request",
    "code_challenge_method, plain, invalid_request",
    "code_challenge_method, '', invalid_request",
    "resource, https://other.example/mcp, invalid_target",
    "resource, nonsense, invalid_target",
    "resource, https://x.example/mcp, invalid_target"
  })
  void whatElseIsWrongIsToldTheClientIfThePersonSaysSo(String field, String value, String error) {
    Map<String, String> asking = served.asking(served.register("Claude"));
    asking.put(field, value);

    HttpResponse<String> shown = served.ask(asking);

    assertThat(shown.statusCode()).isEqualTo(400);
    assertThat(shown.headers().firstValue("Location"))
        .as("nobody is sent anywhere unasked")
        .isEmpty();
    assertThat(shown.body())
        .endsWith("It would go to a program on your own computer (127.0.0.1:1234).");
    Map<String, String> fields = new HashMap<>(served.pages.told().fields());
    fields.put("decision", "deny");
    HttpResponse<String> answer = served.post("/oauth/authorize", fields);
    assertThat(answer.headers().firstValue("Location").orElseThrow())
        .startsWith(OAuthServed.REDIRECT + "?error=" + error + "&");
    assertThat(OAuthServed.answered(answer)).containsEntry("iss", served.base());
  }

  @Test
  void aParameterThatIsThereTwiceIsRefused() {
    String query = OAuthServed.encoded(served.asking(served.register("Claude")));

    HttpResponse<String> answer =
        served.served.send(
            OAuthServed.signedIn(
                served.served.to("/oauth/authorize?" + query + "&client_id=other")));

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("client_id is there more than once");
  }

  @Test
  void whoeverCallsThisComputerByWhicheverNameIsSentToTheSameIssuer() {
    String localhost = "http://localhost:" + served.served.server.port();
    String about = "/.well-known/oauth-protected-resource/mcp";
    HttpRequest.Builder asked = HttpRequest.newBuilder(URI.create(localhost + about));

    JsonNode resource = Served.json(served.served.send(asked));

    assertThat(resource.get("resource").stringValue()).isEqualTo(localhost + "/mcp");
    assertThat(resource.get("authorization_servers").get(0).stringValue()).isEqualTo(served.base());
    String client = served.register("Claude");
    Map<String, String> asking = served.asking(client);
    asking.put("resource", localhost + "/mcp");
    HttpRequest.Builder question =
        OAuthServed.signedIn(
            HttpRequest.newBuilder(
                URI.create(localhost + "/oauth/authorize?" + OAuthServed.encoded(asking))));
    assertThat(served.served.send(question).body()).isEqualTo("Let Claude in?");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"application/json", "multipart/form-data", "multipart/form-data; boundary=x"})
  void aConsentThatIsNoFormGrantsNothingAndFailsNobody(String type) {
    served.ask(served.asking(served.register("Claude")));

    HttpResponse<String> answer =
        served.served.send(
            OAuthServed.signedIn(served.served.to("/oauth/authorize"))
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString("{}")));

    assertThat(answer.statusCode()).isEqualTo(403);
  }
}
