package com.personalagentproxy.sandbox.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.machine.InMemoryMachines;
import com.personalagentproxy.sandbox.persistence.PostgresConnections;
import com.personalagentproxy.sandbox.persistence.identity.WebSessions;
import com.personalagentproxy.sandbox.web.configuration.Configuration;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code GET /api/events} of a whole server on PostgreSQL. */
@Tag("once")
class EventsTest {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** What is promised is a second or so. */
  private static final Duration SOON = Duration.ofSeconds(2);

  private final HttpClient client = HttpClient.newHttpClient();
  private final SandboxServer server;
  private final Callers callers;

  EventsTest(@TempDir Path home) {
    Map<String, String> environment =
        Map.of("SANDBOX_HOME", home.toString(), "SANDBOX_PORT", "0", "SANDBOX_BACKEND", "dev");
    server =
        QuickServer.start(
            ((Configuration.Reading.Right) Configuration.read(environment, home)).configuration(),
            new InMemoryMachines());
    callers = new Callers(server.jdbi());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpRequest.Builder to(Callers.Kind kind, String path) {
    return callers.as(kind, HttpRequest.newBuilder(URI.create(server.url() + path)));
  }

  private FollowedEvents follow(Callers.Kind kind) throws Exception {
    return new FollowedEvents(client, to(kind, "/api/events"));
  }

  /** Goes on where a stream was cut. */
  private FollowedEvents goOn(Callers.Kind kind, FollowedEvents cut) throws Exception {
    return new FollowedEvents(client, to(kind, "/api/events").header("Last-Event-ID", cut.last()));
  }

  /** An agent's call over MCP. */
  private void call(String tool, String arguments) throws Exception {
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(URI.create(server.url() + "/mcp"))
                .header("Authorization", "Bearer " + callers.token)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(
                    BodyPublishers.ofString(
                        """
                        {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                         "params": {"name": "%s", "arguments": %s}}
                        """
                            .formatted(tool, arguments)))
                .build(),
            BodyHandlers.ofString());
    assertThat(answer.body()).contains("\"isError\":false");
  }

  private static String named(String sandbox) {
    return "{\"sandbox\": \"" + sandbox + "\"}";
  }

  /** The sandboxes and their states, as the list has them. */
  private Map<String, String> listed() throws Exception {
    JsonNode list =
        JSON.readTree(
            client
                .send(
                    to(Callers.Kind.OWNER_BY_TOKEN, "/api/sandboxes").GET().build(),
                    BodyHandlers.ofString())
                .body());
    Map<String, String> states = new HashMap<>();
    list.get("sandboxes")
        .forEach(each -> states.put(each.get("id").stringValue(), each.get("state").stringValue()));
    return states;
  }

  /** The same as somebody knows it who keeps what was told. */
  private static void keep(Map<String, String> states, List<FollowedEvents.Event> events) {
    for (FollowedEvents.Event event : events) {
      String id = event.data().path("id").asString("");
      if (event.name().equals("removed")) {
        states.remove(id);
      } else {
        states.put(id, event.data().path("state").asString(""));
      }
    }
  }

  @Test
  void whatAnAgentDoesOverMcpIsSeenSoonByPeopleAndAgentsAndByNobodyElse() throws Exception {
    call("sandboxes_create", "{\"name\": \"build\"}");
    try (FollowedEvents owner = follow(Callers.Kind.OWNER);
        FollowedEvents token = follow(Callers.Kind.OWNER_BY_TOKEN);
        FollowedEvents agent = follow(Callers.Kind.AGENT);
        FollowedEvents blind = follow(Callers.Kind.AGENT_WITHOUT_SEE);
        FollowedEvents member = follow(Callers.Kind.MEMBER);
        FollowedEvents stranger = follow(Callers.Kind.STRANGER);
        FollowedEvents strangersAgent = follow(Callers.Kind.STRANGERS_AGENT)) {
      List<Duration> late = new ArrayList<>();
      for (int times = 0; times < 3; times++) {
        for (String[] move :
            new String[][] {{"sandboxes_sleep", "asleep"}, {"sandboxes_wake", "awake"}}) {
          call(move[0], named("build"));
          long done = System.nanoTime();
          for (FollowedEvents follower : List.of(owner, token, agent)) {
            follower.await(event -> event.is("build", move[1]));
          }
          late.add(Duration.ofNanos(System.nanoTime() - done));
        }
      }
      call("sandboxes_delete", named("build"));
      for (FollowedEvents follower : List.of(owner, token, agent)) {
        follower.await(event -> event.name().equals("removed"));
      }

      // The middle one, since what else this computer does isn't the server's.
      assertThat(late.stream().sorted().toList().get(late.size() / 2)).isLessThan(SOON);
      assertThat(List.of(blind, member, stranger, strangersAgent))
          .allSatisfy(follower -> assertThat(follower.all()).isEmpty());
      assertThat(List.of(owner, token, agent))
          .allSatisfy(
              follower ->
                  assertThat(follower.all())
                      .extracting(FollowedEvents.Event::name)
                      .doesNotContain("unknown"));
    }
  }

  @Test
  void whoComesBackAfterACutKnowsWhatTheListHas() throws Exception {
    call("sandboxes_create", "{\"name\": \"build\"}");
    call("sandboxes_create", "{\"name\": \"docs\"}");
    Map<String, String> known = listed();
    FollowedEvents first = follow(Callers.Kind.AGENT);
    call("sandboxes_sleep", named("build"));
    FollowedEvents.Event slept = first.await(event -> event.is("build", "asleep"));
    first.close();
    first.ended().join();
    keep(known, first.all());

    call("sandboxes_create", "{\"name\": \"meanwhile\"}");
    call("sandboxes_wake", named("build"));
    call("sandboxes_delete", named("docs"));

    try (FollowedEvents second = goOn(Callers.Kind.AGENT, first)) {
      second.await(event -> event.is("meanwhile", "awake"));
      call("sandboxes_sleep", named("meanwhile"));
      second.await(event -> event.is("meanwhile", "asleep"));

      keep(known, second.all());
      assertThat(known).isEqualTo(listed());
      assertThat(second.all())
          .as("of nothing is told that it knows not, nor how it was before")
          .noneMatch(event -> event.name().equals("unknown"))
          .noneMatch(event -> event.data().equals(slept.data()));
    }
  }

  @Test
  void aStreamEndsWithTheRightToIt() throws Exception {
    PostgresConnections connections = new PostgresConnections(server.jdbi());
    try (FollowedEvents revoked = follow(Callers.Kind.AGENT_WITHOUT_DELETE);
        FollowedEvents blinded = follow(Callers.Kind.AGENT);
        FollowedEvents signedOut = follow(Callers.Kind.MEMBER);
        FollowedEvents stays = follow(Callers.Kind.OWNER_BY_TOKEN)) {
      callers.revoke(Callers.Kind.AGENT_WITHOUT_DELETE);
      connections.set(callers.agent.id(), callers.connection.id(), Action.SEE, false);
      new WebSessions(server.jdbi()).endAll(callers.member.member());

      for (FollowedEvents ended : List.of(revoked, blinded, signedOut)) {
        assertThat(ended.ended()).succeedsWithin(Duration.ofSeconds(30));
      }
      assertThat(stays.ended()).isNotDone();
    }
  }
}
