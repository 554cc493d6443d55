package com.personalagentproxy.sandbox.move;

import static com.personalagentproxy.sandbox.machine.MachineBackend.Condition.ASLEEP;
import static com.personalagentproxy.sandbox.machine.MachineBackend.Condition.AWAKE;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineBackend.Listed;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.move.CensusRule.Deed;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CensusRuleTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration GRACE = Timing.USUAL.orphanGrace();
  private static final Duration KEPT = Timing.USUAL.orphanKept();
  private static final Duration MICROSECOND = Duration.ofNanos(1000);

  private static Deed deed(Condition condition, Duration age, @Nullable Sandbox row) {
    return deed(condition, age, row, Timing.USUAL);
  }

  private static Deed deed(
      Condition condition, Duration age, @Nullable Sandbox row, Timing timing) {
    return CensusRule.of(
        new Listed(new MachineId(UUID.randomUUID()), Generation.FIRST, condition, NOON.minus(age)),
        row,
        timing,
        NOON);
  }

  private static Sandbox row(StateName state, Duration age) {
    return SomeSandbox.in(state, SomeSandbox.someConnection(), "build", NOON.minus(age));
  }

  @Test
  void anAwakeOrphanIsPutToSleepExactlyAtTheEndOfTheGraceTime() {
    assertThat(deed(AWAKE, GRACE.minus(MICROSECOND), null)).isEqualTo(Deed.LEAVE);
    assertThat(deed(AWAKE, GRACE, null)).isEqualTo(Deed.PUT_ORPHAN_TO_SLEEP);
  }

  @Test
  void anOrphanIsNeverDeletedWhileItIsAwake() {
    assertThat(deed(AWAKE, KEPT.multipliedBy(2), null)).isEqualTo(Deed.PUT_ORPHAN_TO_SLEEP);
  }

  @Test
  void aSleepingOrphanIsDeletedExactlyWhenItWasKept() {
    assertThat(deed(ASLEEP, KEPT.minus(MICROSECOND), null)).isEqualTo(Deed.LEAVE);
    assertThat(deed(ASLEEP, KEPT, null)).isEqualTo(Deed.DELETE_ORPHAN);
  }

  @Test
  void anOrphanIsKeptForTheGraceTimeAtLeast() {
    Timing hasty = Timing.USUAL.orphanKept(Duration.ofSeconds(1));
    assertThat(deed(ASLEEP, GRACE.minus(MICROSECOND), null, hasty)).isEqualTo(Deed.LEAVE);
    assertThat(deed(ASLEEP, GRACE, null, hasty)).isEqualTo(Deed.DELETE_ORPHAN);
  }

  @Test
  void aMachineWhoseBackendsClockIsAheadIsLeftAlone() {
    assertThat(deed(AWAKE, GRACE.negated(), null)).isEqualTo(Deed.LEAVE);
    assertThat(deed(ASLEEP, KEPT.negated(), null)).isEqualTo(Deed.LEAVE);
  }

  @ParameterizedTest
  @EnumSource(StateName.class)
  void aSleepingMachineThatARowKnowsIsLeftAloneUnlessItWasLost(StateName state) {
    assertThat(deed(ASLEEP, KEPT, row(state, KEPT)))
        .isEqualTo(state == StateName.LOST ? Deed.BRING_BACK : Deed.LEAVE);
  }

  @ParameterizedTest
  @EnumSource(StateName.class)
  void anAwakeMachineThatARowKnowsIsLeftAloneUnlessItWasLostOrAsleepForTheGraceTime(
      StateName state) {
    assertThat(deed(AWAKE, KEPT, row(state, GRACE)))
        .isEqualTo(
            switch (state) {
              case LOST -> Deed.BRING_BACK;
              case ASLEEP -> Deed.PUT_TO_SLEEP_AGAIN;
              case CREATING, AWAKE, FALLING_ASLEEP, WAKING, DELETING -> Deed.LEAVE;
            });
    assertThat(deed(AWAKE, KEPT, row(state, GRACE.minus(MICROSECOND))))
        .isEqualTo(state == StateName.LOST ? Deed.BRING_BACK : Deed.LEAVE);
  }
}
