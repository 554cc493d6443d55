package com.personalagentproxy.sandbox.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.personalagentproxy.sandbox.answer.StorageException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** For tests of databases that are away or slow: a server that is patient for a test's time. */
final class Impatient {

  /** As the usual one, but shorter. */
  static final Patience PATIENCE =
      new Patience(
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          Duration.ofSeconds(3),
          Duration.ofMillis(500));

  /** By when whoever asks is told, with room for a slow computer. */
  static final Duration DEADLINE = PATIENCE.longest().plusSeconds(5);

  private static final Duration LONGEST = Duration.ofSeconds(60);

  private Impatient() {}

  /** What the one that asks is told, which must be the storage's own word. */
  static StorageException failureOf(ThrowingCallable ask) {
    Throwable failure = catchThrowable(ask);
    assertThat(failure)
        .isInstanceOf(StorageException.class)
        .hasMessageStartingWith("The database ");
    return (StorageException) failure;
  }

  /** After what time it is told. */
  static Duration toldAfter(ThrowingCallable ask) {
    long begun = System.nanoTime();
    failureOf(ask);
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  static boolean isWell(ThrowingCallable ask) {
    return catchThrowable(ask) == null;
  }

  static void awaitThat(BooleanSupplier isSo) {
    long begun = System.nanoTime();
    while (!isSo.getAsBoolean()) {
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(LONGEST);
    }
  }
}
