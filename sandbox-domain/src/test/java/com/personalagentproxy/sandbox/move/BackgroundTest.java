package com.personalagentproxy.sandbox.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class BackgroundTest {

  private final Background background = Background.on(Runnable::run);

  @Test
  void whatTheWorkComesToIsGiven() throws InterruptedException {
    assertThat(background.start(() -> "done").await(Duration.ZERO)).contains("done");
  }

  @Test
  void whileItIsUnderWayThereIsNothing() throws InterruptedException {
    Background never = Background.on(work -> {});

    assertThat(never.start(() -> "done").await(Duration.ZERO)).isEmpty();
  }

  @Test
  void whatTheWorkThrowsIsThrownAsItIs() {
    RuntimeException failure = new IllegalStateException("broken");
    Background.Work<String> work =
        background.start(
            () -> {
              throw failure;
            });

    assertThatThrownBy(() -> work.await(Duration.ZERO)).isSameAs(failure);
  }

  @Test
  void anErrorIsThrownAsACause() {
    Error error = new AssertionError("broken");
    Background.Work<String> work =
        background.start(
            () -> {
              throw error;
            });

    assertThatThrownBy(() -> work.await(Duration.ZERO))
        .isInstanceOf(CompletionException.class)
        .hasCause(error);
  }

  @Test
  void anExecutorThatTakesNoMoreSaysSo() {
    Background stopped =
        Background.on(
            work -> {
              throw new RejectedExecutionException("stopped");
            });

    assertThatThrownBy(() -> stopped.start(() -> "done"))
        .isInstanceOf(RejectedExecutionException.class);
  }
}
