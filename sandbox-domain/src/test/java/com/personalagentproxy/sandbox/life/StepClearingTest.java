package com.personalagentproxy.sandbox.life;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.collection.InMemorySandboxStore;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class StepClearingTest {

  private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");
  private static final Duration DAYS = Duration.ofDays(90);

  private final InMemorySandboxStore store = new InMemorySandboxStore();
  private final StepClearing clearing = new StepClearing(new InMemoryChronicle(store), DAYS);

  @Test
  void whatIsOlderGoesAndWhatIsNotStays() {
    int old = 2 * StepClearing.BATCH + 7;
    for (int at = 0; at < old; at++) {
      store.add(
          SomeSandbox.awake(SomeSandbox.someConnection(), "old", NOON.minus(DAYS).minusNanos(1)));
    }
    store.add(SomeSandbox.awake(SomeSandbox.someConnection(), "kept", NOON.minus(DAYS)));

    assertThat(clearing.clear(NOON)).isEqualTo(old);
    assertThat(clearing.clear(NOON)).isZero();
    assertThat(store.steps()).hasSize(1);
  }
}
