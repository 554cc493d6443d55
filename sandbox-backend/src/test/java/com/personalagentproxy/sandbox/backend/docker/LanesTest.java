package com.personalagentproxy.sandbox.backend.docker;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.machine.MachineBackendContract;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LanesTest {

  /** Not when it would have been told that the machine runs too many commands. */
  @Test
  void whoWaitsForALaneOfAMachineThatIsForgottenIsToldAtOnce() throws IOException {
    try (Engine nobody = Engine.at("unix:///no/such/socket")) {
      Lanes lanes =
          new Lanes(
              new Execs(nobody, "root"),
              MachineBackendContract.unknown(),
              "container",
              opening -> {});
      CompletableFuture<Lane> waited = new CompletableFuture<>();
      Engine.daemon(
              () -> {
                try {
                  waited.complete(lanes.await());
                } catch (InterruptedException | RuntimeException told) {
                  waited.completeExceptionally(told);
                }
              },
              "waiting")
          .start();
      lanes.close();
      assertThatThrownBy(() -> waited.get(20, TimeUnit.SECONDS))
          .hasRootCauseInstanceOf(IllegalStateException.class)
          .hasMessageContaining("was forgotten");
    }
  }
}
