package com.personalagentproxy.sandbox.move;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.machine.MoveTable.Ask;
import com.personalagentproxy.sandbox.machine.StateName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ErrandTest {

  private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");
  private static final Duration LOOK_AGAIN = Duration.ofMillis(250);

  private final AtomicLong nanoTime = new AtomicLong();
  private final List<Duration> waits = new ArrayList<>();
  private final Sandbox asleep = in(StateName.ASLEEP);
  private final Sandbox waking = claimed(asleep, Move.WAKE);

  @Test
  void whoFoundItAsleepOrWakingIsToldHowLongItTookToWake() {
    for (StateName state : List.of(StateName.ASLEEP, StateName.WAKING)) {
      Errand errand = errand(in(state), Ask.WAKE);
      nanoTime.addAndGet(Duration.ofSeconds(3).toNanos());
      errand.sees(in(StateName.AWAKE));

      assertThat(errand.moved().wakeTook()).isEqualTo(Duration.ofSeconds(3));
    }
  }

  @Test
  void whoFoundItAwakeOrAskedForSomethingElseIsNot() {
    assertThat(errand(in(StateName.AWAKE), Ask.WAKE).moved().wakeTook()).isNull();
    assertThat(errand(in(StateName.CREATING), Ask.WAKE).moved().wakeTook()).isNull();
    assertThat(errand(asleep, Ask.SLEEP).moved().wakeTook()).isNull();
  }

  @Test
  void aClaimIsSeenAndCarriedUntilItsEndingIsKnown() {
    Errand errand = errand(asleep, Ask.WAKE);
    assertThat(errand.carriesOne()).isFalse();

    errand.carries(waking, work(Optional.empty()));
    assertThat(errand.last()).isEqualTo(waking);
    assertThat(errand.ownEnding(Optional.of(waking))).isEmpty();
    assertThat(errand.carriesOne()).isTrue();

    errand.carries(waking, work(Optional.of(new Ending.Overtaken())));
    assertThat(errand.ownEnding(Optional.of(waking))).contains(new Ending.Overtaken());
    assertThat(errand.carriesOne()).isFalse();
    assertThat(errand.ownEnding(Optional.of(waking))).isEmpty();
  }

  @Test
  void whileTheRowShowsTheMoveUnderWayItsEndingIsOnlyLookedAt() {
    Errand errand = errand(asleep, Ask.WAKE);
    errand.carries(waking, work(Optional.empty()));

    assertThat(errand.ownEnding(Optional.of(waking))).isEmpty();

    assertThat(waits).containsExactly(Duration.ZERO);
  }

  @Test
  void onceTheRowShowsThatItIsOverItsEndingIsWaitedFor() {
    Errand errand = errand(asleep, Ask.WAKE);
    errand.carries(waking, work(Optional.empty()));
    Sandbox settled = waking.in(SomeSandbox.state(StateName.AWAKE, NOON), waking.generation(), "");
    Sandbox another = waking.in(waking.state(), waking.generation().next(), "");

    assertThat(errand.ownEnding(Optional.empty())).isEmpty();
    assertThat(errand.ownEnding(Optional.of(settled))).isEmpty();
    assertThat(errand.ownEnding(Optional.of(another))).isEmpty();

    assertThat(waits).containsExactly(LOOK_AGAIN, LOOK_AGAIN, LOOK_AGAIN);
  }

  @Test
  void itWaitsUntilTheNextLookOrForWhatIsLeft() {
    Errand errand = errand(asleep, Ask.WAKE);
    assertThat(errand.await(waits::add)).isTrue();

    nanoTime.set(Duration.ofSeconds(60).minusMillis(100).toNanos());
    assertThat(errand.await(waits::add)).isTrue();

    nanoTime.set(Duration.ofSeconds(60).toNanos());
    assertThat(errand.await(waits::add)).isFalse();
    nanoTime.set(Duration.ofSeconds(61).toNanos());
    assertThat(errand.await(waits::add)).isFalse();

    assertThat(waits).containsExactly(LOOK_AGAIN, Duration.ofMillis(100));
  }

  @Test
  void whoIsInterruptedWaitsNoMoreAndStaysInterrupted() {
    Errand errand = errand(asleep, Ask.WAKE);

    assertThat(errand.await(ErrandTest::interrupted)).isFalse();
    assertThat(Thread.interrupted()).isTrue();

    errand.carries(waking, atMost -> interrupted(atMost));
    assertThat(errand.ownEnding(Optional.of(waking))).isEmpty();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void thereIsTimeLeftUntilTheLastNanosecondOfWhatACallerMayWait() {
    Errand errand = errand(asleep, Ask.WAKE);
    nanoTime.set(Duration.ofSeconds(60).toNanos() - 1);
    assertThat(errand.hasTimeLeft()).isTrue();
    nanoTime.incrementAndGet();
    assertThat(errand.hasTimeLeft()).isFalse();
  }

  @Test
  void aMoveWasJoinedInVainWhenTheRowIsNotFartherThanItsRepairOrTheNextMove() {
    Errand errand = errand(waking, Ask.WAKE);
    assertThat(errand.hasJoinedInVain(waking)).isFalse();

    errand.joins(waking);
    Sandbox next = claimed(waking, Move.SLEEP);
    assertThat(errand.hasJoinedInVain(waking)).isTrue();
    assertThat(errand.hasJoinedInVain(next)).isTrue();
    assertThat(errand.hasJoinedInVain(claimed(next, Move.SLEEP))).isFalse();

    errand.waits();
    assertThat(errand.hasJoinedInVain(waking)).isFalse();
  }

  @Test
  void aMakeThatWasJoinedIsRememberedAndAWakeIsNone() {
    Errand errand = errand(waking, Ask.WAKE);
    errand.joins(waking);
    assertThat(errand.hasJoinedMake()).isFalse();

    errand.joins(in(StateName.CREATING));
    errand.joins(waking);
    assertThat(errand.hasJoinedMake()).isTrue();
  }

  private static Optional<Ending> interrupted(Duration atMost) throws InterruptedException {
    throw new InterruptedException("while waiting for " + atMost);
  }

  private Background.Work<Ending> work(Optional<Ending> ending) {
    return atMost -> {
      waits.add(atMost);
      return ending;
    };
  }

  private Errand errand(Sandbox first, Ask ask) {
    return new Errand(
        first,
        ask,
        Permit.ALWAYS,
        "It was asked for.",
        Duration.ofSeconds(60),
        new Stopwatch(nanoTime::get));
  }

  private static Sandbox claimed(Sandbox row, Move move) {
    return row.claimed(SomeSandbox.onTheWay(move, NOON), "It was asked for.");
  }

  private static Sandbox in(StateName state) {
    return SomeSandbox.in(state, SomeSandbox.someConnection(), "build", NOON);
  }
}
