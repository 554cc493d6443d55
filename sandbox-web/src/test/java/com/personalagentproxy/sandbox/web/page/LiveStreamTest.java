package com.personalagentproxy.sandbox.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.console.Change;
import com.personalagentproxy.sandbox.world.World;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LiveStreamTest {

  private final ServedPage page = new ServedPage();
  private final World world = page.world;
  private final Caller caller = world.start(world.laptop, "Fix the flaky test");
  private final SandboxView sandbox = world.make(caller, "build");

  @AfterEach
  void stop() {
    page.close();
  }

  @Test
  void aChangeIsToldWithTheRowAsItIsNow() throws Exception {
    try (Stream stream = open("/changes?after=place-0")) {
      ToldChanges.Follower follower = page.feed.next();
      assertThat(follower.after()).isEqualTo("place-0");
      assertThat(follower.connections()).contains(sandbox.connection().id());

      follower.listener().accept(new Change.Changed(sandbox, "place-1"));

      assertThat(stream.next())
          .contains("id: place-1", "event: changed")
          .anyMatch(line -> line.contains("sandbox-" + sandbox.id()) && line.contains("awake"))
          .anyMatch(line -> line.contains("\"fresh\":true"));
    }
  }

  @Test
  void whatDoesNotFitTheFilterIsNotNewToThePage() throws Exception {
    try (Stream stream = open("/changes?search=other&after=place-0")) {
      page.feed.next().listener().accept(new Change.Changed(sandbox, "place-1"));

      assertThat(stream.next()).anyMatch(line -> line.contains("\"fresh\":false"));
    }
  }

  @Test
  void aRemovalAndALossOfPlaceAreTold() throws Exception {
    try (Stream stream = open("/changes")) {
      ToldChanges.Follower follower = page.feed.next();
      UUID id = sandbox.id().value();

      follower.listener().accept(new Change.Removed(id, sandbox.connection().id(), "place-1"));
      assertThat(stream.next()).containsExactly("id: place-1", "event: removed", "data: " + id);
      follower.listener().accept(new Change.Unknown("place-2"));
      assertThat(stream.next()).contains("id: place-2", "event: stale");
    }
  }

  @Test
  void aPageOfOneSandboxHearsOfThatOneOnly() throws Exception {
    SandboxView other = world.make(caller, "other");
    try (Stream stream = open("/sandboxes/" + sandbox.id() + "/changes")) {
      ToldChanges.Follower follower = page.feed.next();

      follower.listener().accept(new Change.Changed(other, "place-1"));
      follower.listener().accept(new Change.Changed(sandbox, "place-2"));

      assertThat(stream.next()).contains("id: place-2", "event: stale");
    }
  }

  @Test
  void nothingIsFollowedAnyMoreOnceAllPagesAreClosed() throws Exception {
    Stream stream = open("/changes");
    ToldChanges.Follower follower = page.feed.next();
    assertThat(page.feed.following()).isEqualTo(1);
    stream.close();

    // A reader that is gone is noticed at the next write, or the one after.
    while (page.feed.following() > 0) {
      follower.listener().accept(new Change.Unknown("place-1"));
    }
  }

  @Test
  void aStrangerAndAnotherOrganizationHearNothing() {
    assertThat(page.browser().get("/changes").statusCode()).isEqualTo(401);
    assertThat(
            page.browserOf(page.mallory)
                .get("/sandboxes/" + sandbox.id() + "/changes")
                .statusCode())
        .isEqualTo(404);
  }

  @Test
  void nobodyHasMoreOpenThanAnybodyHasPages() throws Exception {
    List<Stream> open = new ArrayList<>();
    for (int each = 0; each < 50; each++) {
      open.add(open("/changes"));
    }

    HttpResponse<String> refused = page.browserOf(world.ada).get("/changes");

    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.headers().firstValue("Retry-After")).hasValue("30");
    assertThat(page.feed.following()).isEqualTo(50);
    for (Stream each : open) {
      each.close();
    }
  }

  @Test
  void anOpenPageDoesNotHoldUpTheServersStop() throws Exception {
    try (Stream stream = open("/changes")) {
      ToldChanges.Follower unused = page.feed.next();

      page.close();

      assertThat(stream.untilItEnds()).isEmpty();
    }
  }

  private Stream open(String path) throws IOException {
    HttpResponse<InputStream> answer = page.browserOf(world.ada).open(path);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("text/event-stream");
    Stream stream = new Stream(answer.body());
    assertThat(stream.next()).containsExactly("retry: 2000");
    return stream;
  }

  /** Events as they come. */
  private static final class Stream implements AutoCloseable {
    private final InputStream body;
    private final BufferedReader lines;

    Stream(InputStream body) {
      this.body = body;
      this.lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    }

    List<String> next() throws IOException {
      List<String> event = new ArrayList<>();
      String line = lines.readLine();
      while (line != null && !line.isEmpty()) {
        event.add(line);
        line = lines.readLine();
      }
      return event;
    }

    /** A server that is given no time to stop may cut it off in the end. */
    List<String> untilItEnds() {
      List<String> rest = new ArrayList<>();
      try {
        lines.lines().filter(line -> !line.isEmpty()).forEach(rest::add);
      } catch (UncheckedIOException cutOff) {
        return rest;
      }
      return rest;
    }

    @Override
    public void close() throws IOException {
      body.close();
    }
  }
}
