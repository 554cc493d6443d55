package com.personalagentproxy.sandbox.web.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EndingTest {

  private final List<String> told = Collections.synchronizedList(new ArrayList<>());

  @Test
  void whereNothingRunsMachinesAreLeftToWhoClosesThem() {
    Ending.ofCommands(() -> told.add("machines"), () -> told.add("http"), Duration.ofHours(1));

    assertThat(told).containsExactly("http");
  }

  /**
   * Callers are answered while machines still close: what follows mustn't close them beside that.
   */
  @Test
  void machinesThatEndCommandsHaveClosedWhenItComesBack() throws Exception {
    CountDownLatch commandsEnded = new CountDownLatch(1);
    CountDownLatch machinesMayClose = new CountDownLatch(1);
    CompletableFuture<Void> stop =
        CompletableFuture.runAsync(
            () ->
                Ending.ofCommands(
                    () -> {
                      commandsEnded.countDown();
                      machinesMayClose.await();
                      told.add("machines");
                    },
                    commandsEnded::await,
                    Duration.ofMillis(1)));

    assertThatThrownBy(() -> stop.get(100, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    machinesMayClose.countDown();

    stop.get();
    assertThat(told).containsExactly("machines");
  }

  @Test
  void aPartThatFailsKeepsNothingElseFromStopping() {
    CountDownLatch failed = new CountDownLatch(1);
    Ending.ofCommands(
        () -> {
          failed.countDown();
          throw new IllegalStateException("It fails.");
        },
        () -> {
          failed.await();
          told.add("http");
        },
        Duration.ofMillis(1));

    assertThat(told).containsExactly("http");
  }
}
