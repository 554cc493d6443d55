package com.personalagentproxy.sandbox.http.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.race.Race;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Predicate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FetchingTest {

  private static final char[] PASSWORD = "password".toCharArray();

  @TempDir static Path folder;

  private static SSLContext context;
  private static HttpsServer server;

  @BeforeAll
  static void start() throws Exception {
    Path keys = folder.resolve("keys.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "x",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost",
                "-storetype",
                "PKCS12",
                "-storepass",
                "password",
                "-keystore",
                keys.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(keytool.waitFor()).as(said).isZero();
    context = contextOf(keys);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.createContext(
        "/",
        exchange -> {
          byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  private static SSLContext contextOf(Path keys) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream file = Files.newInputStream(keys)) {
      store.load(file, PASSWORD);
    }
    KeyManagerFactory ours = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    ours.init(store, PASSWORD);
    TrustManagerFactory trusted =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trusted.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(ours.getKeyManagers(), trusted.getTrustManagers(), null);
    return context;
  }

  @AfterAll
  static void stop() {
    server.stop(0);
  }

  private static Optional<byte[]> get(String host, Predicate<InetAddress> isAllowed) {
    URI address = URI.create("https://%s:%s/x".formatted(host, server.getAddress().getPort()));
    return new Fetching(context.getSocketFactory(), isAllowed, Fetching.WITHIN).get(address);
  }

  @Test
  void fetchesByHttpsWhatIsThere() {
    assertThat(get("localhost", address -> true))
        .hasValueSatisfying(
            body -> assertThat(body).asString(StandardCharsets.UTF_8).isEqualTo("{}"));
  }

  @Test
  void looksAtTheAddressInTheMomentItConnects() {
    assertThat(get("localhost", PublicAddress::is)).isEmpty();
  }

  @Test
  void takesNobodyForAnotherHost() {
    assertThat(get("127.0.0.1", address -> true)).isEmpty();
  }

  @Test
  void trustsNoCertificateThatJavaDoesNot() {
    URI address = URI.create("https://localhost:" + server.getAddress().getPort() + "/x");

    assertThat(
            new Fetching(
                    (SSLSocketFactory) SSLSocketFactory.getDefault(), any -> true, Fetching.WITHIN)
                .get(address))
        .isEmpty();
  }

  @Test
  void givesUpOnWhoeverDripsItsAnswer() throws Exception {
    try (ServerSocket dripping = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread drip = new Thread(() -> drip(dripping), "drip");
      drip.setDaemon(true);
      drip.start();
      URI address = URI.create("https://localhost:" + dripping.getLocalPort() + "/x");
      long begun = System.nanoTime();

      Optional<byte[]> got =
          new Fetching(context.getSocketFactory(), any -> true, Duration.ofMillis(300))
              .get(address);

      assertThat(got).isEmpty();
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
    }
  }

  @Test
  void waitsForNoNameAndHasFewUnderWay() throws Exception {
    CountDownLatch found = new CountDownLatch(1);
    CountDownLatch asked = new CountDownLatch(Fetching.MOST_AT_ONCE);
    Fetching fetching =
        new Fetching(
            context.getSocketFactory(),
            address -> {
              asked.countDown();
              return isFound(found);
            },
            Duration.ofMillis(200));
    URI address = URI.create("https://localhost:" + server.getAddress().getPort() + "/x");
    try {
      assertThat(Race.of(Fetching.MOST_AT_ONCE, runner -> fetching.get(address)))
          .allSatisfy(got -> assertThat(got).isEmpty());
      asked.await();

      assertThatThrownBy(() -> fetching.get(address))
          .isInstanceOf(RejectedExecutionException.class);
    } finally {
      found.countDown();
    }
  }

  /** As a server of names that doesn't answer, which nobody can be made to stop waiting for. */
  private static boolean isFound(CountDownLatch found) {
    while (true) {
      try {
        found.await();
        return true;
      } catch (InterruptedException stillWaiting) {
        // It doesn't hear that.
      }
    }
  }

  /** One byte of a record of TLS now and then, sooner than any time-out of a read. */
  private static void drip(ServerSocket dripping) {
    try (Socket socket = dripping.accept()) {
      OutputStream out = socket.getOutputStream();
      out.write(new byte[] {0x16, 0x03, 0x03, 0x3f, 0x00});
      for (int dripped = 0; dripped < 1_000; dripped++) {
        out.write(0);
        out.flush();
        Thread.sleep(20);
      }
    } catch (IOException | InterruptedException cutOff) {
      // As it should be.
    }
  }
}
