package com.personalagentproxy.sandbox.move;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.collection.SandboxId;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LocalSettledMovesTest {

  private static final Duration SHORT = Duration.ofMillis(20);
  private static final Duration FOR_EVER = Duration.ofDays(1);

  private final SettledMoves moves = new LocalSettledMoves();
  private final SandboxId sandbox =
      new SandboxId(UUID.fromString("00000000-0000-4000-8000-000000000001"));
  private final SandboxId other =
      new SandboxId(UUID.fromString("00000000-0000-4000-8000-000000000002"));

  @Test
  @Timeout(30)
  void whatIsAnnouncedBetweenWatchingAndWaitingEndsTheWait() throws InterruptedException {
    SettledMoves.Watch watch = moves.watch(sandbox);
    moves.announce(sandbox);

    watch.await(FOR_EVER);
  }

  @Test
  @Timeout(30)
  void whoWaitsIsWoken() throws InterruptedException {
    SettledMoves.Watch watch = moves.watch(sandbox);
    Thread announcer = new Thread(() -> moves.announce(sandbox));
    announcer.start();

    watch.await(FOR_EVER);

    announcer.join();
  }

  @Test
  void whatWasAnnouncedBeforeTheWatchBeganEndsNoWait() throws InterruptedException {
    moves.announce(sandbox);

    assertThat(waitOn(moves.watch(sandbox))).isGreaterThanOrEqualTo(SHORT);
  }

  @Test
  void whatIsAnnouncedForAnotherSlotEndsNoWait() throws InterruptedException {
    SettledMoves.Watch watch = moves.watch(sandbox);
    moves.announce(other);

    assertThat(waitOn(watch)).isGreaterThanOrEqualTo(SHORT);
  }

  private static Duration waitOn(SettledMoves.Watch watch) throws InterruptedException {
    long begun = System.nanoTime();
    watch.await(SHORT);
    return Duration.ofNanos(System.nanoTime() - begun);
  }
}
