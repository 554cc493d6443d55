package com.personalagentproxy.sandbox.activity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The history is kept for a time, and cleared in pieces after it. */
class ClearingTest {

  private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");
  private static final Duration DAYS = Duration.ofDays(90);

  private final InMemoryActivity activity = new InMemoryActivity();
  private final Clearing clearing = new Clearing(activity, DAYS);

  @Test
  void anEntryIsKeptForExactlyThatLong() {
    written(1);

    assertThat(clearing.clear(NOON.plus(DAYS))).isZero();
    assertThat(clearing.clear(NOON.plus(DAYS).plusNanos(1_000))).isEqualTo(1);
    assertThat(activity.all()).isEmpty();
  }

  @Test
  void itGoesOnPieceByPieceUntilNothingIsDueOrAGoodDealIsCleared() {
    int most = Clearing.BATCH * Clearing.MOST_BATCHES;
    written(most + Clearing.BATCH + 1);

    assertThat(clearing.clear(NOON.plus(DAYS).plusSeconds(1))).isEqualTo(most);
    assertThat(clearing.clear(NOON.plus(DAYS).plusSeconds(1))).isEqualTo(Clearing.BATCH + 1);
  }

  private void written(int entries) {
    IntStream.range(0, entries)
        .forEach(
            number ->
                activity.write(
                    new Entry(
                        new EntryId(UUID.randomUUID()),
                        NOON,
                        SomeEntry.AGENT,
                        null,
                        Deed.LIST,
                        new About.Nothing(),
                        null,
                        new Verdict.Done())));
  }
}
