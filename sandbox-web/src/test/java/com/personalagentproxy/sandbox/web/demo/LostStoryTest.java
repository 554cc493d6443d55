package com.personalagentproxy.sandbox.web.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the story comes to where it can't be told to its end, or can't tidy up. */
final class LostStoryTest {

  private final StoryServer server = new StoryServer(true);
  private final TamperingProxy proxy = new TamperingProxy(server.endpoint());
  private final List<String> told = new ArrayList<>();

  @AfterEach
  void stop() {
    proxy.close();
    server.close();
  }

  private DemoResult tell(TurnDeleteOn person) {
    return new Demo(proxy.endpoint(), StoryServer.TOKEN, "", person, List.of(), told::add, false)
        .run();
  }

  private String all() {
    return String.join("\n", told);
  }

  @Test
  void aProcessThatOutlivesSleepOrItsTimeIsFound() {
    server.leaveProcessesRunning();

    DemoResult result = tell(server.person());

    assertThat(result.failed()).as(all()).isEqualTo(2);
    assertThat(all())
        .contains("✗ expected that what ran in the background has ended")
        .contains("✗ expected that none of its processes runs");
  }

  @Test
  void aServerThatGoesAwayEndsTheStory() {
    proxy.cutAt(
        request ->
            request.at("/params/arguments/command").stringValue("").equals("cat before-sleep.txt"));

    DemoResult result = tell(server.person());

    assertThat(result).isEqualTo(new DemoResult(3, 1, 4, false));
    assertThat(result.exitCode()).isOne();
    assertThat(told).filteredOn(line -> line.contains("✗")).hasSize(2);
    assertThat(all()).contains("went away before it had answered");
    assertThat(told)
        .last()
        .isEqualTo(
            "3 of 8 steps held; 1 did not, and 4 could not be tried. Something was left behind.");
  }

  @Test
  void aPersonWhoCannotTurnDeletingOnIsToldOf() {
    DemoResult result =
        tell(
            (connection, on) -> {
              throw new IllegalStateException("The page is gone.");
            });

    assertThat(result).isEqualTo(new DemoResult(7, 1, 0, false));
    assertThat(all())
        .contains("✗ expected that a person turns deleting off")
        .contains("The page is gone.");
    assertThat(server.sandboxes()).hasSize(1);
  }
}
