package com.personalagentproxy.sandbox.backend.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Two who interrupt a waiting thread at once. An interruption that is thrown is taken away here.
 */
class WaitingThreadTest {

  private final WaitingThread waiting = new WaitingThread();

  @AfterEach
  void leaveNothing() {
    assertThat(Thread.interrupted()).isFalse();
  }

  private static void isThrown() {
    assertThat(Thread.interrupted()).isTrue();
  }

  private static void anotherInterrupts() {
    Thread.currentThread().interrupt();
  }

  @Test
  void whoGivesTheWaitUpIsNobodyElse() {
    waiting.begin();
    waiting.interrupt();
    isThrown();

    assertThat(waiting.isInterrupted()).isTrue();
    assertThat(waiting.end(true)).isFalse();
  }

  @Test
  void whoStopsTheCommandIsToldApart() {
    waiting.begin();
    anotherInterrupts();
    isThrown();

    assertThat(waiting.isInterrupted()).isFalse();
    assertThat(waiting.end(true)).isTrue();
  }

  @Test
  void whoStopsItAfterItWasGivenUpIsNotForgotten() {
    waiting.begin();
    waiting.interrupt();
    isThrown();
    anotherInterrupts();

    assertThat(waiting.end(true)).isTrue();
  }

  @Test
  void whoGivesUpAfterItWasStoppedTakesNothingFromThat() {
    waiting.begin();
    anotherInterrupts();
    isThrown();
    waiting.interrupt();

    assertThat(waiting.end(true)).isTrue();
  }

  @Test
  void whatIsInterruptedAlreadyIsLeftSo() {
    waiting.begin();
    anotherInterrupts();
    waiting.interrupt();
    isThrown();

    assertThat(waiting.isInterrupted()).isFalse();
    assertThat(waiting.end(true)).isTrue();
  }

  @Test
  void whoGivesUpTwiceInterruptsOnce() {
    waiting.begin();
    waiting.interrupt();
    isThrown();
    waiting.interrupt();

    assertThat(waiting.end(true)).isFalse();
  }

  @Test
  void anAnswerThatCameJustBeforeLeavesNoInterruptionOfOurs() {
    waiting.begin();
    waiting.interrupt();

    assertThat(waiting.end(false)).isFalse();
  }

  @Test
  void anAnswerThatCameJustBeforeLeavesAnothersInterruption() {
    waiting.begin();
    anotherInterrupts();

    assertThat(waiting.end(false)).isTrue();
    isThrown();
  }

  @Test
  void whatTheThreadDoesLaterIsInterruptedByNobody() {
    waiting.interrupt();
    waiting.begin();
    waiting.end(false);
    waiting.interrupt();

    anotherInterrupts();
    assertThat(waiting.end(false)).isFalse();
    isThrown();
  }
}
