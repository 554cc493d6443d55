package com.personalagentproxy.sandbox.http.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.http.Served;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whatever is sent to where programs are let in: never the server's fault, nothing of its inside
 * told, nobody sent elsewhere, and no token given. {@code -Dfuzz.seed=N} sends the same again.
 */
@Tag("once")
@Timeout(300)
class FuzzTest {

  private static final long SEED = Long.getLong("fuzz.seed", System.nanoTime());
  private static final int REQUESTS = Integer.getInteger("fuzz.requests", 1000);
  private static final List<String> NAMES =
      List.of(
          "response_type",
          "response_mode",
          "client_id",
          "client_name",
          "redirect_uri",
          "redirect_uris",
          "state",
          "code_challenge",
          "code_challenge_method",
          "resource",
          "grant_type",
          "grant_types",
          "code",
          "code_verifier",
          "refresh_token",
          "token",
          "decision",
          "agent",
          "name",
          "form_token",
          "");
  private static final List<String> WORDS =
      List.of(
          "code",
          "S256",
          "authorization_code",
          "refresh_token",
          "allow",
          "deny",
          "sbx_client_forgotten",
          "https://127.0.0.1:1/none",
          "https://[::1",
          OAuthServed.REDIRECT,
          OAuthServed.CHALLENGE,
          OAuthServed.VERIFIER,
          "javascript:alert(1)",
          "data:,",
          "//evil.example",
          "00000000-0000-0000-0000-000000000000",
          "\u0000",
          "\r\nSet-Cookie: a=b",
          "\ud83d\ude80",
          "%",
          "x".repeat(9_000),
          "");

  private final OAuthServed served = new OAuthServed();
  private final Random random = new Random(SEED);

  @AfterEach
  void stop() {
    served.close();
  }

  @Test
  void nothingThatIsSentIsTheServersFaultOrLetsAnybodyIn() {
    String client = served.register("Claude");
    for (int request = 0; request < REQUESTS; request++) {
      String path = one(List.of("authorize", "token", "register", "revoke"));
      boolean isAsked = path.equals("authorize") && random.nextBoolean();
      String form = form(client);
      HttpRequest.Builder sent =
          served.served.to("/oauth/" + path + (isAsked ? "?" + cut(form) : ""));
      if (random.nextBoolean()) {
        OAuthServed.signedIn(sent);
      }
      if (!isAsked) {
        sent.header("Content-Type", kind(path)).POST(BodyPublishers.ofByteArray(body(form)));
      }
      HttpResponse<String> answer = served.served.send(sent);

      String what =
          "seed %s, request %s: %s %s answered %s %s"
              .formatted(SEED, request, path, form, answer.statusCode(), answer.body());
      assertThat(answer.statusCode()).as(what).isNotEqualTo(500);
      assertThat(answer.body())
          .as(what)
          .doesNotContain("Exception", "\tat ", "java.", "jackson", "access_token");
      assertThat(answer.headers().firstValue("Location")).as(what).isEmpty();
      assertThat(answer.headers().firstValue("Set-Cookie")).as(what).isEmpty();
      if (answer.statusCode() >= 400 && !path.equals("authorize")) {
        assertThat(Served.json(answer).path("error").asString("")).as(what).isNotBlank();
      }
    }
    assertThat(served.grants.given).isEmpty();
  }

  private String kind(String path) {
    String usual =
        path.equals("register") ? "application/json" : "application/x-www-form-urlencoded";
    return random.nextInt(8) > 0 ? usual : one(List.of("text/plain", "multipart/form-data", "a/b"));
  }

  private byte[] body(String form) {
    byte[] noise = new byte[random.nextInt(300)];
    random.nextBytes(noise);
    return switch (random.nextInt(6)) {
      case 0 -> noise;
      case 1 -> "[".repeat(5_000).getBytes(StandardCharsets.US_ASCII);
      case 2 -> json().getBytes(StandardCharsets.UTF_8);
      default -> form.getBytes(StandardCharsets.US_ASCII);
    };
  }

  private String json() {
    List<String> fields = new ArrayList<>();
    for (int field = 0; field < random.nextInt(5); field++) {
      String value =
          one(
              List.of(
                  "null", "1e999999", "[]", "[1]", "{}", "[\"" + "é".repeat(90) + "\"]", "\"a\""));
      fields.add("\"" + one(NAMES) + "\":" + value);
    }
    return "{" + String.join(",", fields) + "}";
  }

  /** As a right client sends it, or anything, with some of it anything. */
  private String form(String client) {
    Map<String, String> right =
        random.nextBoolean()
            ? served.asking(client)
            : OAuthServed.redeeming(client, "sbx_code_guessed");
    if (random.nextInt(4) == 0) {
      right.clear();
    }
    List<String> parts = new ArrayList<>();
    right.forEach(
        (name, value) -> parts.add(part(name, random.nextInt(6) > 0 ? value : one(WORDS))));
    for (int more = 0; more < random.nextInt(4); more++) {
      parts.add(part(one(NAMES), one(WORDS)));
    }
    if (random.nextInt(8) == 0) {
      parts.add(one(List.of("%ff=%fe", "%zz", "=", "&&", "a=%", "%00=%00")));
    }
    return String.join("&", parts);
  }

  /** What fits into an address, and may stand there. */
  private static String cut(String form) {
    String fits = form.length() > 4_000 ? form.substring(0, 4_000) : form;
    return fits.replaceAll("%(?![0-9a-fA-F]{2})", "%25");
  }

  private static String part(String name, String value) {
    return name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
