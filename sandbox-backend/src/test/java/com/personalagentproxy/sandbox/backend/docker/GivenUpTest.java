package com.personalagentproxy.sandbox.backend.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.machine.BackendException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is asked of an engine that takes connections and then says nothing. */
class GivenUpTest {

  private static final int CALLS = 20;

  /** Far longer than what is given up on may live. */
  private static final int AMPLE_MILLIS = 30_000;

  private ServerSocket silent;
  private Engine engine;

  @BeforeEach
  void listen() throws IOException {
    silent = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    silent.setSoTimeout(AMPLE_MILLIS);
    engine = Engine.at("tcp://127.0.0.1:" + silent.getLocalPort(), Duration.ofSeconds(2));
  }

  @AfterEach
  void close() throws IOException {
    engine.close();
    silent.close();
  }

  /** Has the caller interrupted as soon as the engine was asked; the connection that it used. */
  private Socket givenUp(Runnable call) throws Exception {
    CompletableFuture<Void> told = new CompletableFuture<>();
    Thread caller =
        new Thread(
            () -> {
              assertThatThrownBy(call::run)
                  .isInstanceOf(BackendException.Unreachable.class)
                  .hasMessageContaining("stopped waiting");
              told.complete(null);
            });
    caller.start();
    Socket asked = silent.accept();
    asked.setSoTimeout(AMPLE_MILLIS);
    assertThat(asked.getInputStream().read()).isPositive();
    caller.interrupt();
    told.get(AMPLE_MILLIS, TimeUnit.MILLISECONDS);
    return asked;
  }

  /** Reads what is left of a call; an exception if its connection isn't closed. */
  private static void awaitEnd(Socket asked) throws IOException {
    try (asked) {
      asked.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (SocketException reset) {
      // Closed as well.
    }
  }

  @Test
  void callsThatAreGivenUpOnKeepNeitherThreadsNorConnections() throws Exception {
    List<Socket> asked = new ArrayList<>();
    for (int call = 0; call < CALLS; call++) {
      asked.add(givenUp(() -> engine.ask("look", Engine.USUAL, client -> client.infoCmd().exec())));
    }
    for (Socket each : asked) {
      awaitEnd(each);
    }
    awaitRest();
  }

  @Test
  void aShellThatIsGivenUpOnEndsWithItsConnection() throws Exception {
    awaitEnd(givenUp(() -> engine.start("exec", new Requests()).close()));
    awaitRest();
  }

  private void awaitRest() throws InterruptedException {
    ThreadPoolExecutor threads = (ThreadPoolExecutor) engine.threads();
    long latest = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(AMPLE_MILLIS);
    while (threads.getActiveCount() > 0 && System.nanoTime() < latest) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    assertThat(threads.getActiveCount()).isZero();
  }
}
