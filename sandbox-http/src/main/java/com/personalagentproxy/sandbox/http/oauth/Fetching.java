package com.personalagentproxy.sandbox.http.oauth;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;

/**
 * Fetches a small document of a stranger's, within bounds: from public addresses, with no redirect
 * followed and no proxy asked, within five seconds and 16 KiB. Safe for use by many threads.
 */
final class Fetching {

  static final Duration WITHIN = Duration.ofSeconds(5);
  static final int LARGEST = 16 * 1024;
  private static final int OK = 200;

  private final SSLSocketFactory secured;
  private final Predicate<InetAddress> isAllowed;
  private final Duration within;

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

  /** What is there; empty if there is nothing, or nothing that is within the bounds. */
  Optional<byte[]> get(URI address) {
    CheckedSockets sockets = new CheckedSockets(secured, isAllowed);
    CompletableFuture.delayedExecutor(within.toMillis(), TimeUnit.MILLISECONDS)
        .execute(sockets::cutOff);
    try {
      HttpURLConnection connection =
          (HttpURLConnection) address.toURL().openConnection(Proxy.NO_PROXY);
      if (connection instanceof HttpsURLConnection https) {
        https.setSSLSocketFactory(sockets);
      }
      return read(connection);
    } catch (IOException unreachable) {
      return Optional.empty();
    } finally {
      sockets.cutOff();
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
