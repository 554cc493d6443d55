package com.personalagentproxy.sandbox.web.browser;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.web.page.ServedPage;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Pages that are full, and names as nobody would give them: all fits, and can be read. */
@Tag("once")
@ExtendWith(OnStage.class)
class CrowdedLooksTest {

  private static final int ROWS = 46;

  private static final List<String> NAMES =
      List.of(
          "m".repeat(64),
          "a_name_without_any_blank_that_is_as_long_as_a_name_may_be_012345",
          "מחשב הבדיקות הליליות (גרסה 2)",
          "حاسوب الاختبارات الليلية",
          "👩‍👩‍👧‍👦🏳️‍🌈 build 🚀🚀🚀 of the release 🎉",
          "構築とテストのための計算機",
          "Ж".repeat(64));

  private final Stage stage;
  private final ServedPage served = new ServedPage();
  private final World world = served.world;

  CrowdedLooksTest(Stage stage) {
    this.stage = stage;
  }

  @BeforeEach
  void agentsMakeMany() {
    // Pages count from the browser's own time.
    world.clock.advance(
        Duration.between(World.BEGINNING, Instant.now().minus(Duration.ofMinutes(25))));
    for (int row = 0; row < ROWS; row++) {
      use(
          world.start(row % 3 == 0 ? world.phone : world.laptop, "Find out why it fails"),
          "build of the release " + row,
          row);
    }
    for (String name : NAMES) {
      use(world.start(agent(name.repeat(100)), name.repeat(3)), name, 1);
    }
  }

  private void use(Caller caller, String name, int row) {
    world.make(caller, name);
    if (row % 5 != 4) {
      Object unused = world.run(caller, name, "echo " + name.repeat(4)).orElseThrow();
    }
    if (row % 4 == 3) {
      Object unused = world.sandboxes.sleep(caller, name).orElseThrow();
    }
    world.clock.advance(Duration.ofSeconds(20));
  }

  /** Of Ada's, with as many characters of that as a name may have. */
  private Agent agent(String name) {
    return new Agent(
        new AgentId(UUID.randomUUID()),
        name.substring(0, name.offsetByCodePoints(0, 100)),
        world.ada.member(),
        world.organization);
  }

  @AfterEach
  void stop() {
    served.close();
  }

  @Test
  void pagesThatAreFullOfLongNamesAreFitForEveryone() {
    try (Window window = stage.strangersWindow(served.url())) {
      window.page().navigate(served.linkFor(world.ada));
      window.at("main button").click();
      window.at("#list").waitFor();
      String longest = window.at(".sandbox h2 a").last().getAttribute("href");
      String first = window.at(".sandbox h2 a").first().getAttribute("href");

      for (String page :
          List.of(
              "list /",
              "sandbox " + first,
              "older-sandbox " + longest,
              "sleep " + first + "/sleep",
              "delete " + first + "/delete",
              "tasks /tasks",
              "activity /activity",
              "connections /connections")) {
        String[] wordAndAddress = page.split(" ", -1);
        window.go(wordAndAddress[1]);
        Look.at(window, "crowded-" + wordAndAddress[0]);
      }
    }
  }
}
