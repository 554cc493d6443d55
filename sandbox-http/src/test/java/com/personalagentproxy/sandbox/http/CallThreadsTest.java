package com.personalagentproxy.sandbox.http;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.machine.Gate;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class CallThreadsTest {

  private final CallThreads threads = CallThreads.atMost(2);
  private final Gate first = new Gate();
  private final Gate second = new Gate();

  @Test
  void refusesMoreThanThereMayBe() {
    threads.execute(first::pass);
    threads.execute(second::pass);
    assertThatThrownBy(() -> threads.execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("There are 2 calls at work, and there may be no more.");

    first.open();
    second.open();
    threads.close();
  }

  @Test
  void waitsForWhatItDoesAndTakesNothingMore() {
    threads.execute(first::pass);
    first.awaitReached();
    new Thread(first::open).start();

    threads.close();

    assertThatThrownBy(() -> threads.execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void workThatFailsMakesRoomToo() {
    CallThreads one = CallThreads.atMost(1);
    one.execute(
        () -> {
          first.pass();
          throw new IllegalStateException("told to fail");
        });
    first.awaitReached();
    first.open();

    one.close();
  }
}
