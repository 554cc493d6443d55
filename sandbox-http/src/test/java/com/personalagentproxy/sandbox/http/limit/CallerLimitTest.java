package com.personalagentproxy.sandbox.http.limit;

import static com.personalagentproxy.sandbox.http.limit.LimitedServer.RIGHT;
import static com.personalagentproxy.sandbox.http.limit.LimitedServer.SESSION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.http.Served;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Agents and people who ask too often. */
class CallerLimitTest {

  private final LimitedServer limited = new LimitedServer();

  @AfterEach
  void stop() {
    limited.close();
  }

  @Test
  void anAgentThatAsksTooOftenIsToldToWaitInTheFormOfMcp() {
    for (int request = 0; request < 5; request++) {
      assertThat(limited.ping(RIGHT).statusCode()).isEqualTo(200);
    }

    HttpResponse<String> answer = limited.ping(RIGHT);

    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(answer.headers().firstValue("Retry-After")).hasValue("12");
    JsonNode error = Served.json(answer).get("error");
    assertThat(error.get("code").intValue()).isEqualTo(-32000);
    assertThat(error.get("message").stringValue())
        .isEqualTo(
            "This agent has sent too many requests, so nothing of this was done. Wait 12 seconds,"
                + " then try again, and slower.");
    limited.time.advance(Duration.ofSeconds(12));
    assertThat(limited.ping(RIGHT).statusCode()).isEqualTo(200);
  }

  @Test
  void aFloodOfRequestsIsWrittenDownAsTwoEntries() {
    for (int request = 0; request < 5; request++) {
      limited.ping(RIGHT);
    }
    String sentence = Served.json(limited.ping(RIGHT)).get("error").get("message").stringValue();
    for (int request = 0; request < 40; request++) {
      assertThat(limited.ping(RIGHT).statusCode()).isEqualTo(429);
    }

    limited.world.clock.advance(Duration.ofMinutes(1));
    limited.turnedAway.tell();

    assertThat(limited.world.activity.all())
        .extracting(Entry::agent, Entry::deed, Entry::verdict)
        .containsExactlyInAnyOrder(
            tuple(
                limited.world.laptop,
                Deed.REQUEST,
                new Verdict.Refused(Refusal.Kind.TOO_MANY, sentence)),
            tuple(
                limited.world.laptop,
                Deed.REQUEST,
                new Verdict.Refused(
                    Refusal.Kind.TOO_MANY,
                    "40 more calls were refused in the 1 minute before this, by a limit of this agent's own or one that it shares with others.")));
  }

  @Test
  void whereTheHistoryCannotBeWrittenARefusalIsNoAnswerEither() {
    for (int request = 0; request < 5; request++) {
      limited.ping(RIGHT);
    }
    limited.world.activity.isFull(true);

    assertThat(limited.ping(RIGHT).statusCode()).isGreaterThanOrEqualTo(500);
  }

  @Test
  void aPersonWhoAsksTooOftenIsToldToWait() {
    HttpRequest.Builder page = limited.to("/page").header("Cookie", "sandboxes=" + SESSION);
    assertThat(limited.send(page).body()).isEqualTo("Ada");
    assertThat(limited.send(page).body()).isEqualTo("Ada");

    HttpResponse<String> answer = limited.send(page);

    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(answer.headers().firstValue("Retry-After")).hasValue("30");
    assertThat(Served.json(answer).get("error").stringValue()).isEqualTo("too_many_requests");
    assertThat(limited.send(limited.to("/page")).body()).isEqualTo("stranger");
  }
}
