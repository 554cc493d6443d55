package com.personalagentproxy.sandbox.http;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How the server listens.
 *
 * @param host the address it listens on; anything but a loopback one is reachable from elsewhere
 * @param port 0 for any free one
 * @param names host names it is reached by besides the loopback ones, such as the public one of a
 *     proxy before it; without ports
 * @param publicUrl where browsers reach it, if that is by a proxy before it; absent: as they call
 *     it
 * @param threads how many requests are worked on at once on a Java that has no virtual threads
 *     (before 21); more of them wait their turn. A command takes a thread for as long as it runs
 * @param stopWithin how long stopping waits for answers that are under way
 */
public record HttpSettings(
    String host,
    int port,
    Set<String> names,
    @Nullable URI publicUrl,
    int threads,
    Duration stopWithin) {

  private static final int FEWEST_THREADS = 16;
  private static final int USUAL_THREADS = 400;
  private static final Duration USUAL_STOP = Duration.ofSeconds(30);

  public HttpSettings {
    names =
        names.stream()
            .map(name -> name.toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());
    if (threads < FEWEST_THREADS) {
      throw new IllegalArgumentException(
          "A server with %s threads can't do its work. Give it at least %s."
              .formatted(threads, FEWEST_THREADS));
    }
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException(
          "%s is no port. Give one from 1 to 65535, or 0 for any free one.".formatted(port));
    }
  }

  /** On this computer only, with the usual bounds. */
  public static HttpSettings loopback(int port) {
    return new HttpSettings("127.0.0.1", port, Set.of(), null, USUAL_THREADS, USUAL_STOP);
  }

  /** The same on another address. */
  public HttpSettings on(String address) {
    return new HttpSettings(address, port, names, publicUrl, threads, stopWithin);
  }

  /** The same, reached by these names too. */
  public HttpSettings reachedBy(Set<String> otherNames) {
    return new HttpSettings(host, port, otherNames, publicUrl, threads, stopWithin);
  }

  /** The same behind a proxy that browsers reach there; its host's name is to be given too. */
  public HttpSettings behind(@Nullable URI url) {
    return new HttpSettings(host, port, names, url, threads, stopWithin);
  }

  /** The same with another bound on stopping. */
  public HttpSettings stopWithin(Duration bound) {
    return new HttpSettings(host, port, names, publicUrl, threads, bound);
  }

  /** Whether it can be reached from this computer only. */
  public boolean isLoopback() {
    return isLoopback(host);
  }

  /** Whether every address that the host's name stands for is a loopback one. */
  public static boolean isLoopback(String host) {
    try {
      return Arrays.stream(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
    } catch (UnknownHostException unknown) {
      return false;
    }
  }
}
