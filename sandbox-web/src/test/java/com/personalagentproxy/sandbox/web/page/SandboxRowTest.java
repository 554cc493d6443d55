package com.personalagentproxy.sandbox.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.world.World;
import org.junit.jupiter.api.Test;

class SandboxRowTest {

  private final World world = new World();
  private final SandboxView made = world.make(World.own(world.laptop), "build");

  @Test
  void peopleAreAskedBeforeWhatSomebodyRunsIsEnded() {
    assertThat(row(0).isBusy()).isFalse();
    assertThat(row(1).isBusy()).isTrue();
    assertThat(row(1).runs()).isEqualTo("1 command runs");
    assertThat(row(2).runs()).isEqualTo("2 commands run");
  }

  @Test
  void aQuestionLeadsBackToTheSameSearch() {
    assertThat(row(0).asks("sleep", "/?search=a+b&state=awake"))
        .endsWith("/sleep?back=%2F%3Fsearch%3Da%2Bb%26state%3Dawake");
    assertThat(row(0).asks("sleep", "/")).endsWith("/sleep");
  }

  private SandboxRow row(int running) {
    return SandboxRow.of(
        new SandboxView(
            made.id(),
            made.name(),
            made.connection(),
            made.state(),
            made.since(),
            null,
            running,
            made.lastUsed(),
            null,
            made.reason(),
            made.madeBy(),
            made.madeAt()),
        world.clock.instant());
  }
}
