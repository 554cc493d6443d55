package com.personalagentproxy.sandbox.backend.protocol;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.Security;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The service's host name. The client looks it up on the thread that sends, where nothing bounds
 * that; so it is looked up here first, on a thread of its own for which nobody waits too long.
 * While Java surely remembers what it found nobody is asked. Safe for use by many threads.
 */
final class HostName implements AutoCloseable {

  /** How long a look-up may take; as long as a connection. */
  private static final Duration LOOK_UP = Duration.ofSeconds(5);

  /** From when on it is asked again, before Java forgets. */
  private static final Duration BEFORE = Duration.ofSeconds(2);

  private static final Duration IDLE = Duration.ofSeconds(30);
  private static final Duration USUALLY_REMEMBERED = Duration.ofSeconds(30);
  private static final Pattern ADDRESS = Pattern.compile("\\[.*]|[0-9]{1,3}(\\.[0-9]{1,3}){3}");

  /** Finds a name's address, however long that takes; what it remembers it tells as the same. */
  @FunctionalInterface
  interface Resolver {
    InetAddress find(String host) throws UnknownHostException;
  }

  private final String host;
  private final Resolver resolver;
  private final Duration remembered;
  private final ThreadPoolExecutor thread;
  private @Nullable Future<?> underWay;
  private @Nullable InetAddress found;
  private long lookedUp;
  private volatile @Nullable Deadline sure;

  /** One that this computer looks up. */
  HostName(String host) {
    this(host, InetAddress::getByName, remembered());
  }

  /**
   * @param remembered for how long the resolver remembers what it found
   */
  HostName(String host, Resolver resolver, Duration remembered) {
    this.host = host;
    this.resolver = resolver;
    this.remembered = remembered;
    this.thread =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE.toSeconds(),
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> {
              Thread lookingUp = new Thread(work, "backend's name");
              lookingUp.setDaemon(true);
              return lookingUp;
            });
    thread.allowCoreThreadTimeOut(true);
  }

  /** As this Java is set up. */
  private static Duration remembered() {
    String told = Security.getProperty("networkaddress.cache.ttl");
    String seconds = told == null ? System.getProperty("sun.net.inetaddr.ttl", "") : told.strip();
    return seconds.matches("[0-9]{1,6}")
        ? Duration.ofSeconds(Long.parseLong(seconds))
        : USUALLY_REMEMBERED;
  }

  /**
   * Comes back when the client can look it up at once.
   *
   * @throws Cut.NotConnected if it isn't known, or not known in time
   */
  void await(Deadline until) throws Cut.NotConnected, InterruptedException {
    Deadline known = sure;
    if (ADDRESS.matcher(host).matches() || (known != null && !known.hasPassed())) {
      return;
    }
    try {
      asked().get(until.orIn(LOOK_UP).left().toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      throw new Cut.NotConnected(
          "The backend can't be reached: looking its name up takes too long. Try again in a minute; if it goes on, check the name service of the computer that this server runs on.");
    } catch (ExecutionException | RejectedExecutionException unknown) {
      throw new Cut.NotConnected(
          "The backend can't be reached: its name isn't known where this server runs. Check SANDBOX_BACKEND, and the name service there.");
    }
  }

  private synchronized Future<?> asked() {
    if (underWay == null || underWay.isDone()) {
      underWay =
          thread.submit(
              () -> {
                lookUp();
                return true;
              });
    }
    return underWay;
  }

  /**
   * Java doesn't say whether it asked or remembered. What is another object than the time before
   * was asked for since then, and is remembered from then on at the earliest.
   */
  @SuppressWarnings("ReferenceEquality")
  private void lookUp() throws UnknownHostException {
    long begun = System.nanoTime();
    InetAddress now = resolver.find(host);
    if (found != null && now != found) {
      sure = new Deadline(lookedUp + remembered.minus(BEFORE).toNanos());
    }
    found = now;
    lookedUp = begun;
  }

  /** Looks nothing up any more. */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
