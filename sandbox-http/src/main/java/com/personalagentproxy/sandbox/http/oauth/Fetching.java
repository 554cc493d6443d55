package com.personalagentproxy.sandbox.http.oauth;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;

/**
 * Fetches a small document of a stranger's, within bounds: from public addresses, with no redirect
 * followed and no proxy asked, within five seconds and 16 KiB, however long looking up its name
 * takes. Safe for use by many threads.
 */
final class Fetching {

  static final Duration WITHIN = Duration.ofSeconds(5);
  static final int LARGEST = 16 * 1024;
  static final int MOST_AT_ONCE = 8;
  private static final int OK = 200;
  private static final Duration THREADS_KEPT = Duration.ofMinutes(1);

  private final SSLSocketFactory secured;
  private final Predicate<InetAddress> isAllowed;
  private final Duration within;

  /** Nothing ends the looking up of a name: who asked goes on, and its thread when it may. */
  private final ExecutorService threads =
      new ThreadPoolExecutor(
          0,
          MOST_AT_ONCE,
          THREADS_KEPT.toSeconds(),
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          Fetching::thread);

  Fetching(SSLSocketFactory secured, Predicate<InetAddress> isAllowed, Duration within) {
    this.secured = secured;
    this.isAllowed = isAllowed;
    this.within = within;
  }

  /** From the public internet, with the certificates that Java trusts. */
  static Fetching ofPublic() {
    return new Fetching(
        (SSLSocketFactory) SSLSocketFactory.getDefault(), PublicAddress::is, WITHIN);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "fetch");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * What is there; empty if there is nothing, or nothing that is within the bounds.
   *
   * @throws RejectedExecutionException while as many are fetched as may be at once
   */
  Optional<byte[]> get(URI address) {
    CheckedSockets sockets = new CheckedSockets(secured, isAllowed);
    Future<Optional<byte[]>> reading = threads.submit(() -> read(address, sockets));
    try {
      return reading.get(within.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException tooLong) {
      return Optional.empty();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (ExecutionException failed) {
      throw new IllegalStateException("Fetching %s failed.".formatted(address), failed.getCause());
    } finally {
      sockets.cutOff();
    }
  }

  private Optional<byte[]> read(URI address, CheckedSockets sockets) {
    try {
      HttpURLConnection connection =
          (HttpURLConnection) address.toURL().openConnection(Proxy.NO_PROXY);
      if (connection instanceof HttpsURLConnection https) {
        https.setSSLSocketFactory(sockets);
      }
      return read(connection);
    } catch (IOException unreachable) {
      return Optional.empty();
    }
  }

  private Optional<byte[]> read(HttpURLConnection connection) throws IOException {
    connection.setInstanceFollowRedirects(false);
    connection.setUseCaches(false);
    connection.setConnectTimeout(Math.toIntExact(within.toMillis()));
    connection.setReadTimeout(Math.toIntExact(within.toMillis()));
    connection.setRequestProperty("Accept", "application/json");
    connection.setRequestProperty("User-Agent", "Sandboxes");
    connection.setRequestProperty("Connection", "close");
    if (connection.getResponseCode() != OK) {
      return Optional.empty();
    }
    try (InputStream body = connection.getInputStream()) {
      byte[] read = body.readNBytes(LARGEST + 1);
      return read.length > LARGEST ? Optional.empty() : Optional.of(read);
    }
  }
}
