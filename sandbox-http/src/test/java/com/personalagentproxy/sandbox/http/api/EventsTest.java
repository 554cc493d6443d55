package com.personalagentproxy.sandbox.http.api;

import static com.personalagentproxy.sandbox.http.api.ServedApi.ADA;
import static com.personalagentproxy.sandbox.http.api.ServedApi.LAPTOP;
import static com.personalagentproxy.sandbox.http.api.ServedApi.error;
import static com.personalagentproxy.sandbox.http.api.ServedApi.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.console.Change;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may follow changes, and how many times at once. */
@Timeout(60)
class EventsTest {

  private static final String EVENTS = "/api/events";

  private final ServedApi api = new ServedApi();
  private final List<InputStream> open = new ArrayList<>();

  @AfterEach
  void stop() throws IOException {
    for (InputStream each : open) {
      each.close();
    }
    api.close();
  }

  private InputStream follow(String token) throws Exception {
    HttpResponse<InputStream> answer =
        api.client().send(api.to(token, EVENTS).GET().build(), BodyHandlers.ofInputStream());
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).contains("text/event-stream");
    open.add(answer.body());
    return answer.body();
  }

  @ParameterizedTest
  @ValueSource(strings = {LAPTOP, ADA})
  void agentsAndPeopleAreToldWhatChanges(String token) throws Exception {
    InputStream stream = follow(token);
    byte[] beginning = stream.readNBytes("retry: 2000\nid: now\n\n".length());
    // The stream begins before the feed is followed, from that place on.
    assertThat(api.changes.awaitFollowers(1)).isOne();

    api.changes.push(
        new Change.Removed(new UUID(0, 7), new ConnectionId(new UUID(1, 1)), "place-7"));

    assertThat(new String(beginning, StandardCharsets.UTF_8)).isEqualTo("retry: 2000\nid: now\n\n");
    String expected = "id: place-7\nevent: removed\ndata: {";
    assertThat(new String(stream.readNBytes(expected.length()), StandardCharsets.UTF_8))
        .isEqualTo(expected);
  }

  @Test
  void anAgentsFollowingIsInTheHistoryAndForNoTask() throws Exception {
    follow(LAPTOP).readNBytes(1);

    assertThat(api.world.activity.all())
        .extracting(Entry::deed, Entry::task, Entry::verdict)
        .containsExactly(tuple(Deed.FOLLOW, null, new Verdict.Done()));
  }

  @ParameterizedTest
  @ValueSource(strings = {LAPTOP, ADA})
  void oneCallerMayHaveFiftyStreams(String token) throws Exception {
    for (int each = 0; each < Followers.MOST_OF_ONE; each++) {
      follow(token).readNBytes(1);
    }

    HttpResponse<String> oneMore = api.get(token, EVENTS);

    assertThat(error(oneMore)).isEqualTo("429 too_many_requests");
    assertThat(message(oneMore))
        .isEqualTo(
            "50 streams of changes are open for you, and there may be no more. Close one, then try again.");
    assertThat(oneMore.headers().firstValue("Retry-After")).isPresent();
    assertThat(error(api.get(token, EVENTS))).as("is counted").isEqualTo("429 too_many_requests");
    follow(token.equals(LAPTOP) ? ADA : LAPTOP).readNBytes(1);
    assertThat(api.world.activity.all())
        .filteredOn(
            entry ->
                entry
                    .verdict()
                    .equals(new Verdict.Refused(Refusal.Kind.TOO_MANY, message(oneMore))))
        .hasSize(token.equals(LAPTOP) ? 1 : 0);
  }

  @Test
  void aFloodOfRefusedStreamsIsWrittenDownAsTwoEntries() throws Exception {
    for (int each = 0; each < Followers.MOST_OF_ONE; each++) {
      follow(LAPTOP).readNBytes(1);
    }
    for (int refused = 0; refused < 30; refused++) {
      assertThat(error(api.get(LAPTOP, EVENTS))).isEqualTo("429 too_many_requests");
    }

    api.world.clock.advance(Duration.ofMinutes(1));
    api.turnedAway.tell();

    assertThat(api.world.activity.all())
        .filteredOn(entry -> entry.verdict() instanceof Verdict.Refused)
        .extracting(Entry::deed, entry -> ((Verdict.Refused) entry.verdict()).sentence())
        .containsExactlyInAnyOrder(
            tuple(
                Deed.FOLLOW,
                "50 streams of changes are open for you, and there may be no more. Close one, then try again."),
            tuple(
                Deed.FOLLOW,
                "29 more calls were refused in the 1 minute before this, by a limit of this agent's own or one that it shares with others."));
  }

  @Test
  void whereSandboxesAreNotOfferedNobodyFollows() {
    api.world.experiments.turnOff(api.world.organization);

    for (String token : new String[] {LAPTOP, ADA}) {
      assertThat(error(api.get(token, EVENTS))).isEqualTo("403 forbidden");
    }
  }
}
