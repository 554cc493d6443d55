package com.personalagentproxy.sandbox.move;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.collection.SandboxId;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every {@link SettledMoves} keeps, as tests. That a notice may be lost is for who waits to
 * bear; that none ever comes would be of no use.
 */
public interface SettledMovesContract {

  Duration SHORT = Duration.ofMillis(20);
  Duration FOR_EVER = Duration.ofDays(1);

  SandboxId SANDBOX = new SandboxId(UUID.fromString("00000000-0000-4000-8000-000000000001"));
  SandboxId OTHER = new SandboxId(UUID.fromString("00000000-0000-4000-8000-000000000002"));

  /** The notices; each call may give those of another server. */
  SettledMoves moves();

  @Test
  @Timeout(30)
  default void whatIsAnnouncedBetweenWatchingAndWaitingEndsTheWait() throws InterruptedException {
    SettledMoves.Watch watch = moves().watch(SANDBOX);
    moves().announce(SANDBOX);

    watch.await(FOR_EVER);
  }

  @Test
  @Timeout(30)
  default void whoWaitsIsWoken() throws InterruptedException {
    SettledMoves.Watch watch = moves().watch(SANDBOX);
    Thread announcer = new Thread(() -> moves().announce(SANDBOX));
    announcer.start();

    watch.await(FOR_EVER);

    announcer.join();
  }

  @Test
  @Timeout(30)
  default void whoIsToldNothingComesBackWhenTheTimeIsUp() throws InterruptedException {
    moves().watch(SANDBOX).await(SHORT);
  }

  @Test
  @Timeout(30)
  default void anInterruptedWaitSaysSo() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> moves().watch(SANDBOX).await(FOR_EVER))
        .isInstanceOf(InterruptedException.class);
  }
}
