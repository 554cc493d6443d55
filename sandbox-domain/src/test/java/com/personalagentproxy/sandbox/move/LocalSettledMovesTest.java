package com.personalagentproxy.sandbox.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LocalSettledMovesTest implements SettledMovesContract {

  private final SettledMoves moves = new LocalSettledMoves();

  @Override
  public SettledMoves moves() {
    return moves;
  }

  @Test
  void whatWasAnnouncedBeforeTheWatchBeganEndsNoWait() throws InterruptedException {
    moves.announce(SANDBOX);

    assertThat(waitOn(moves.watch(SANDBOX))).isGreaterThanOrEqualTo(SHORT);
  }

  @Test
  void whatIsAnnouncedForAnotherSlotEndsNoWait() throws InterruptedException {
    SettledMoves.Watch watch = moves.watch(SANDBOX);
    moves.announce(OTHER);

    assertThat(waitOn(watch)).isGreaterThanOrEqualTo(SHORT);
  }

  private static Duration waitOn(SettledMoves.Watch watch) throws InterruptedException {
    long begun = System.nanoTime();
    watch.await(SHORT);
    return Duration.ofNanos(System.nanoTime() - begun);
  }
}
