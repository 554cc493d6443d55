package com.personalagentproxy.sandbox.http.limit;

import static com.personalagentproxy.sandbox.http.limit.LimitedServer.PERSONAL;
import static com.personalagentproxy.sandbox.http.limit.LimitedServer.RIGHT;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.http.Served;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strangers who guess, whoever else is behind their address. */
class StrangerLimitTest {

  private final LimitedServer limited = new LimitedServer();

  @AfterEach
  void stop() {
    limited.close();
  }

  @Test
  void anAgentsTokenIsAStrangersWhereOnlyPeopleAre() {
    assertThat(limited.ping(RIGHT).statusCode()).isEqualTo(200);
    for (int request = 0; request < 3; request++) {
      assertThat(limited.asPerson(RIGHT)).isEqualTo(401);
    }

    assertThat(limited.asPerson(RIGHT)).isEqualTo(429);
    assertThat(limited.ping(RIGHT).statusCode()).as("where it is right").isEqualTo(200);
  }

  @Test
  void aPersonsTokenIsAStrangersWhereOnlyAgentsAre() {
    assertThat(limited.asPerson(PERSONAL)).isEqualTo(200);
    for (int request = 0; request < 3; request++) {
      assertThat(limited.ping(PERSONAL).statusCode()).isEqualTo(401);
    }

    assertThat(limited.ping(PERSONAL).statusCode()).isEqualTo(429);
    assertThat(limited.asPerson(PERSONAL)).as("where it is right").isEqualTo(200);
  }

  @Test
  void whoGuessesTokensIsNotEvenLookedUp() {
    for (int guess = 0; guess < 3; guess++) {
      assertThat(limited.ping("guess" + guess).statusCode()).isEqualTo(401);
    }
    assertThat(limited.lookedUp).hasValue(3);

    HttpResponse<String> answer = limited.ping("guess");

    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(Served.json(answer).get("error").get("message").stringValue())
        .startsWith("Your address has sent too many requests");
    assertThat(limited.lookedUp).hasValue(3);
    limited.time.advance(Duration.ofSeconds(20));
    assertThat(limited.ping("guess").statusCode()).isEqualTo(401);
  }

  @Test
  void whoGuessesLocksOutNobodyWhoWasRightLately() {
    assertThat(limited.ping(RIGHT).statusCode()).isEqualTo(200);
    for (int guess = 0; guess < 4; guess++) {
      limited.ping("guess" + guess);
    }

    assertThat(limited.ping("guess").statusCode()).isEqualTo(429);
    assertThat(limited.ping(RIGHT).statusCode()).isEqualTo(200);
  }

  @Test
  void failedSignInsCountLikeWrongTokensAndLookingAtPagesDoesNot() {
    HttpRequest.Builder code = limited.to("/sign-in").POST(BodyPublishers.ofString("code=guess"));
    for (int guess = 0; guess < 3; guess++) {
      assertThat(limited.send(code).statusCode()).isEqualTo(403);
    }

    assertThat(limited.send(code).statusCode()).isEqualTo(429);
    assertThat(limited.ping("guess").statusCode()).isEqualTo(429);
    for (int look = 0; look < 10; look++) {
      assertThat(limited.send(limited.to("/page")).statusCode()).isEqualTo(200);
      assertThat(limited.send(limited.to("/nowhere")).statusCode()).isEqualTo(404);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/sign-in", "/join", "/oauth/token", "/oauth/register", "/oauth/revoke"})
  void aDoorCountsFailuresWhateverHeaderComesAndHoweverItsPathIsWritten(String door) {
    assertThat(limited.ping(RIGHT).statusCode()).isEqualTo(200);
    HttpRequest.Builder plain = limited.to(door).POST(BodyPublishers.ofString("code=guess"));
    HttpRequest.Builder withHeader = plain.copy().header("Authorization", "x");
    HttpRequest.Builder withRight = plain.copy().header("Authorization", "Bearer " + RIGHT);
    HttpRequest.Builder withSlash =
        limited.to(door + "/").POST(BodyPublishers.ofString("code=guess"));

    assertThat(limited.send(withHeader).statusCode()).isEqualTo(403);
    assertThat(limited.send(withRight).statusCode()).isEqualTo(403);
    assertThat(limited.send(withSlash).statusCode()).isEqualTo(403);

    assertThat(List.of(plain, withHeader, withRight, withSlash))
        .extracting(request -> limited.send(request).statusCode())
        .containsOnly(429);
  }

  @Test
  void aProgramWhoseTokenWasRevokedLocksOutNobodyElse() {
    assertThat(limited.ping(RIGHT).statusCode()).isEqualTo(200);
    limited.isRevoked.set(true);
    for (int request = 0; request < 10; request++) {
      assertThat(limited.ping(RIGHT).statusCode()).isEqualTo(401);
    }

    assertThat(limited.ping("guess").statusCode()).isEqualTo(401);
    assertThat(limited.send(limited.to("/sign-in").POST(BodyPublishers.noBody())).statusCode())
        .isEqualTo(403);
  }

  @Test
  void whatProgramsRedeemIsCountedApart() {
    HttpRequest.Builder redeems = limited.to("/oauth/token").POST(BodyPublishers.noBody());
    HttpRequest.Builder signsIn = limited.to("/sign-in").POST(BodyPublishers.noBody());
    for (int failure = 0; failure < 3; failure++) {
      assertThat(limited.send(redeems).statusCode()).isEqualTo(403);
    }
    assertThat(limited.send(redeems).statusCode()).isEqualTo(429);

    for (int failure = 0; failure < 3; failure++) {
      assertThat(limited.send(signsIn).statusCode()).isEqualTo(403);
    }
    assertThat(limited.send(signsIn).statusCode()).isEqualTo(429);

    limited.time.advance(Duration.ofSeconds(20));
    assertThat(limited.send(signsIn).statusCode()).isEqualTo(403);
    assertThat(limited.send(signsIn).statusCode()).isEqualTo(429);
    assertThat(limited.send(redeems).statusCode()).isEqualTo(403);
  }

  @Test
  void aStrangersPageLocksOutNobodyInWhoseBrowserItIs() {
    List<String> open = List.of("/oauth/token", "/oauth/register", "/oauth/revoke");
    for (String door : open) {
      assertThat(fromPage(door)).isEqualTo(403);
    }
    for (String door : open) {
      assertThat(fromPage(door)).isEqualTo(429);
    }

    for (String door : List.of("/sign-in", "/oauth/token", "/oauth/register")) {
      assertThat(limited.send(limited.to(door).POST(BodyPublishers.noBody())).statusCode())
          .isEqualTo(403);
    }
  }

  private int fromPage(String door) {
    return limited
        .send(
            limited.to(door).header("Origin", "https://evil.example").POST(BodyPublishers.noBody()))
        .statusCode();
  }

  @Test
  void everyLineOfProxiesIsReadAndNotOnlyTheFirst() {
    try (LimitedServer behindProxy = new LimitedServer(1)) {
      for (int guess = 0; guess < 4; guess++) {
        HttpRequest.Builder signsIn =
            behindProxy
                .to("/sign-in")
                .header("X-Forwarded-For", "6.6.6." + guess)
                .header("X-Forwarded-For", "198.51.100.1")
                .POST(BodyPublishers.noBody());

        assertThat(behindProxy.send(signsIn).statusCode()).isEqualTo(guess < 3 ? 403 : 429);
      }
    }
  }

  @Test
  void aProxyOfWhichNothingWasSaidIsToldOfOnce() {
    PrintStream before = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try {
      limited.send(limited.to("/page"));
      assertThat(log.toString(StandardCharsets.UTF_8)).doesNotContain("SANDBOX_PROXIES");

      limited.send(limited.to("/page").header("X-Forwarded-For", "198.51.100.1"));
      limited.send(limited.to("/page").header("X-Forwarded-For", "198.51.100.2"));
    } finally {
      System.setErr(before);
    }

    assertThat(log.toString(StandardCharsets.UTF_8))
        .containsOnlyOnce("set SANDBOX_PROXIES to how many proxies there are")
        .doesNotContain("198.51.100");
  }
}
