package com.personalagentproxy.sandbox.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.CommandRequest;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.world.World;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the list weighs, as a browser has it in memory: before it is packed for the way. */
class ListWeightTest {

  /** Unpacked; packed, as browsers are sent it, it is a fifth of that. */
  private static final int MOST = 160 * 1024;

  private static final int ROWS = 50;

  private final ServedPage page = new ServedPage();
  private final World world = page.world;

  @AfterEach
  void stop() {
    page.close();
  }

  @Test
  void aFullPageOfRowsIsLightWithAllThatItNeeds() {
    // As a database tells times.
    world.clock.advance(Duration.ofNanos(123_456_000));
    for (int each = 0; each < ROWS; each++) {
      Caller caller = world.start(world.laptop, "Find out why build %d fails now".formatted(each));
      String name = "build of the release %d".formatted(each);
      SandboxView made = world.make(caller, name);
      CommandResult unused =
          world
              .sandboxes
              .run(caller, new CommandRequest(name, "true", null, null, null))
              .orElseThrow();
      // These have a button with a form of its own, and those a question first.
      if (each % 2 == 0) {
        SandboxView unusedToo = world.console.sleep(world.ada, made.id().toString()).orElseThrow();
      }
    }
    Browser browser = page.browserOf(world.ada);

    String body = browser.get("/").body();

    Document document = Jsoup.parse(body);
    assertThat(document.select("li.sandbox")).hasSize(ROWS);
    assertThat(document.select("li.sandbox form")).hasSize(ROWS / 2);
    assertThat(document.select("li.sandbox a.plain")).hasSize(ROWS);
    List<String> needed =
        Stream.concat(
                document.select("link[href]").eachAttr("href").stream(),
                document.select("script[src]").eachAttr("src").stream())
            .toList();
    assertThat(needed).hasSize(4);
    int all =
        weight(body) + needed.stream().mapToInt(each -> weight(browser.get(each).body())).sum();
    assertThat(all).isBetween(MOST / 2, MOST);
  }

  private static int weight(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
