package com.personalagentproxy.sandbox.web.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnderWayTest {

  private final World world = new World();
  private final UnderWay underWay = new UnderWay(world.console);

  private List<RevokePage.Work> work() {
    return underWay.of(world.ada, world.laptop, world.clock.instant());
  }

  @Test
  void theAgentsTasksUnderWayAreNamedWithWhatTheyHave() {
    Caller caller = world.start(world.laptop, "Fix the flaky test");
    world.make(caller, "build");
    world.run(caller, "build", "true").orElseThrow();
    Caller other = world.start(world.laptop, "Read the manual");

    assertThat(other).isNotNull();
    assertThat(work())
        .extracting(RevokePage.Work::title, RevokePage.Work::holds)
        .containsExactlyInAnyOrder(
            tuple("Fix the flaky test", List.of("build")), tuple("Read the manual", List.of()));
  }

  @Test
  void whatWasLeftOpenIsNotUnderWay() {
    world.start(world.laptop, "Fix the flaky test");
    world.clock.advance(Duration.ofMinutes(20));

    assertThat(work()).isEmpty();
  }

  @Test
  void whereSandboxesAreNotOfferedThereIsNothingUnderWay() {
    world.start(world.laptop, "Fix the flaky test");
    world.experiments.turnOff(world.organization);

    assertThat(work()).isEmpty();
  }
}
