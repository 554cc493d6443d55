package com.personalagentproxy.sandbox.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.world.World;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class GracefulStopTest {

  @Test
  void finishesTheCallThatIsUnderWay() throws Exception {
    Served served = new Served();
    served.world.make(World.own(served.world.laptop), "build");
    int port = served.server.port();
    Gate gate = served.world.machines.blockNext(Verb.RUN);
    CompletableFuture<String> call =
        CompletableFuture.supplyAsync(
            () ->
                Served.text(
                    served.call("sandbox_exec", "{\"sandbox\":\"build\",\"command\":\"make\"}")));
    gate.awaitReached();

    CompletableFuture<Void> stop = CompletableFuture.runAsync(served.server::close);
    awaitRefusal(port);
    assertThat(stop).isNotDone();
    gate.open();

    assertThat(call.get(20, TimeUnit.SECONDS)).startsWith("[exit code 0 after");
    stop.get(20, TimeUnit.SECONDS);
  }

  @Test
  void cutsOffWhatTakesLongerThanItMay() throws Exception {
    World world = new World();
    Served served = new Served(world, HttpSettings.loopback(0).stopWithin(Duration.ofMillis(200)));
    world.make(World.own(world.laptop), "build");
    int port = served.server.port();
    Gate gate = world.machines.blockNext(Verb.RUN);
    CompletableFuture<Integer> call =
        CompletableFuture.supplyAsync(
            () ->
                served
                    .post(
                        Served.request(
                            "tools/call",
                            "{\"name\":\"sandbox_exec\",\"arguments\":{\"sandbox\":\"build\",\"command\":\"make\"}}"))
                    .statusCode());
    gate.awaitReached();

    assertTimeoutPreemptively(Duration.ofSeconds(20), served.server::close);

    awaitRefusal(port);
    gate.open();
    assertThat(
            call.handle((status, failed) -> failed != null || status != 200)
                .get(20, TimeUnit.SECONDS))
        .isTrue();
  }

  /** Stopping has begun once nobody is let in any more. */
  private static void awaitRefusal(int port) throws Exception {
    for (int tries = 0; tries < 2_000; tries++) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        Thread.onSpinWait();
        socket.getPort();
        TimeUnit.MILLISECONDS.sleep(5);
      } catch (ConnectException refused) {
        return;
      }
    }
    throw new AssertionError("The server lets callers in though it is stopping.");
  }
}
