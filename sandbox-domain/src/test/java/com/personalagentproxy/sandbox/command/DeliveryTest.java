package com.personalagentproxy.sandbox.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.world.Aside;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DeliveryTest {

  private static final OutputSink NOWHERE = (buffer, offset, length) -> {};

  private final ByteArrayOutputStream told = new ByteArrayOutputStream();

  private static void print(OutputSink sink, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    sink.accept(bytes, 0, bytes.length);
  }

  @Test
  void bothStreamsComeInTheOrderTheyWerePrinted() {
    Delivery delivery = new Delivery(new Follower(told::write, told::write));
    CompletableFuture<Boolean> whole = Aside.calls(delivery::handOn);

    OutputSink stdout = delivery.stdout(NOWHERE);
    OutputSink stderr = delivery.stderr(NOWHERE);
    for (int at = 0; at < 100; at++) {
      print(at % 3 == 0 ? stderr : stdout, at + " ");
    }
    delivery.close();

    assertThat(whole.join()).isTrue();
    assertThat(told.toString(StandardCharsets.UTF_8)).startsWith("0 1 2 3").endsWith("98 99 ");
  }

  @Test
  void outputComesWhileTheCommandRuns() {
    Gate came = new Gate();
    Delivery delivery =
        new Delivery(new Follower((buffer, offset, length) -> came.pass(), NOWHERE));
    CompletableFuture<Boolean> whole = Aside.calls(delivery::handOn);

    print(delivery.stdout(NOWHERE), "early");

    came.awaitReached();
    came.open();
    delivery.close();
    assertThat(whole.join()).isTrue();
  }

  @Test
  void oneThatIsSlowGetsAllOfItIfItComesToThat() {
    Delivery delivery =
        new Delivery(
            new Follower(
                (buffer, offset, length) -> {
                  Thread.onSpinWait();
                  told.write(buffer, offset, length);
                },
                NOWHERE));
    CompletableFuture<Boolean> whole = Aside.calls(delivery::handOn);
    OutputSink stdout = delivery.stdout(NOWHERE);

    // Larger than what may be on the way at once, and so is each piece.
    print(stdout, "x".repeat(Delivery.ROOM + 1));
    print(stdout, "y".repeat(3 * Delivery.ROOM));
    delivery.close();

    assertThat(whole.join()).isTrue();
    assertThat(told.size()).isEqualTo(4 * Delivery.ROOM + 1);
  }

  @Test
  void oneThatNeverComesBackIsLeftBehindAndTheCommandGoesOn() {
    Gate stuck = new Gate();
    Follower follower =
        new Follower(
            (buffer, offset, length) -> {
              stuck.pass();
              told.write(buffer, offset, length);
            },
            NOWHERE);
    Delivery delivery = new Delivery(follower);
    CompletableFuture<Boolean> whole = Aside.calls(delivery::handOn);
    OutputCollector kept = new OutputCollector();
    OutputSink stdout = delivery.stdout(kept);
    print(stdout, "first");
    stuck.awaitReached();

    long begun = System.nanoTime();
    for (int at = 0; at < 20; at++) {
      print(stdout, "x".repeat(Delivery.ROOM));
    }
    Duration waited = Duration.ofNanos(System.nanoTime() - begun);
    delivery.close();

    assertThat(waited).isLessThan(Delivery.PATIENCE.plusSeconds(2));
    assertThat(follower.isBehind()).isTrue();
    assertThat(kept.output().leftOut()).isGreaterThan(19L * Delivery.ROOM);
    stuck.open();
    assertThat(whole.join()).isFalse();
    assertThat(told.toString(StandardCharsets.UTF_8)).isEqualTo("first");
  }

  @Test
  void whoLooksAwayTakesNoMemory() {
    Delivery delivery = new Delivery(Follower.none());
    OutputCollector kept = new OutputCollector();

    print(delivery.stdout(kept), "x".repeat(5 * Delivery.ROOM));
    delivery.close();

    assertThat(delivery.isWanted()).isFalse();
    assertThat(delivery.handOn()).isTrue();
    assertThat(kept.output().leftOut()).isPositive();
  }
}
