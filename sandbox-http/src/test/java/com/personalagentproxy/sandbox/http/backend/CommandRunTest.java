package com.personalagentproxy.sandbox.http.backend;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.http.OutputQueue;
import com.personalagentproxy.sandbox.http.OutputQueue.Piece;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CommandRunTest {

  private static final Outcome TERMINATED = new Outcome.Signalled("TERM");

  @Test
  void whatACommandPrintsWhenItIsEndedComesAndThenHowItEnded() throws Exception {
    byte[] last = "last words".getBytes(StandardCharsets.UTF_8);
    CommandRun run =
        new CommandRun(
            (stdout, stderr) -> {
              boolean isEnded = isInterrupted();
              stdout.accept(last, 0, last.length);
              return isEnded ? TERMINATED : new Outcome.Exited(0);
            });
    Thread thread = new Thread(run);
    thread.start();

    run.end();

    OutputQueue output = run.output();
    Piece first = Objects.requireNonNull(output.next(Duration.ofSeconds(20)));
    assertThat(first.bytes().array()).isEqualTo(last);
    assertThat(output.next(Duration.ofSeconds(20))).matches(OutputQueue::isEnd);
    assertThat(run.outcome()).isEqualTo(TERMINATED);
  }

  /** Whether it comes to that within its time; the thread stays interrupted. */
  private static boolean isInterrupted() {
    try {
      new CountDownLatch(1).await();
      return false;
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** As by a caller who repeats a call that was cut: a second interruption takes its time away. */
  @Test
  void oneThatIsEndedTwiceIsInterruptedOnce() throws Exception {
    CountDownLatch isEnding = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    CommandRun run =
        new CommandRun(
            (stdout, stderr) -> {
              boolean isEnded = isInterrupted() && Thread.interrupted();
              isEnding.countDown();
              return isEnded && isAwaited(mayEnd) ? TERMINATED : new Outcome.Lost("In a hurry.");
            });
    Thread thread = new Thread(run);
    thread.start();

    run.end();
    assertThat(isEnding.await(20, TimeUnit.SECONDS)).isTrue();
    run.end();
    mayEnd.countDown();

    assertThat(run.outcome()).isEqualTo(TERMINATED);
  }

  private static boolean isAwaited(CountDownLatch latch) {
    try {
      return latch.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException again) {
      return false;
    }
  }

  @Test
  void oneThatIsEndedBeforeItBeganFindsItsThreadInterrupted() throws Exception {
    CommandRun run =
        new CommandRun(
            (stdout, stderr) ->
                Thread.currentThread().isInterrupted() ? TERMINATED : new Outcome.Exited(0));

    run.end();
    run.run();

    assertThat(run.outcome()).isEqualTo(TERMINATED);
    assertThat(Thread.currentThread().isInterrupted()).as("and leaves it as it was").isFalse();
  }

  @Test
  void endingOneThatIsOverInterruptsNobody() throws Exception {
    CommandRun run = new CommandRun((stdout, stderr) -> new Outcome.Exited(0));
    run.run();

    run.end();

    assertThat(run.outcome()).isEqualTo(new Outcome.Exited(0));
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }
}
