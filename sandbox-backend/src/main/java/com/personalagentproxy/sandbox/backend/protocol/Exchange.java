package com.personalagentproxy.sandbox.backend.protocol;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer. Sent, waited for and read by one thread; any may cancel it, which
 * closes its connection unless the answer was read to its end.
 *
 * <p>Sent by the thread that waits: on a computer of two processors the client starts a new thread
 * for each request that it sends for somebody else.
 */
final class Exchange {

  private final HttpClient client;
  private final HostName host;
  private final HttpRequest request;
  private final BodyPipe body = new BodyPipe();
  private final WaitingThread waiting = new WaitingThread();
  private final long begun = System.nanoTime();
  private volatile @Nullable String whyCancelled;
  private volatile boolean isSent;

  Exchange(HttpClient client, HostName host, HttpRequest request) {
    this.client = client;
    this.host = host;
    this.request = request;
  }

  /**
   * Sends the request and waits for the head of the answer; once.
   *
   * @throws Cut if none comes, or not until then
   */
  HttpResponse<BodyPipe> head(Deadline until) throws Cut, InterruptedException {
    waiting.begin();
    // Not the client's own time-out, which takes the body in on a newer Java.
    CompletableFuture<Boolean> isInTime = new CompletableFuture<>();
    CompletableFuture<?> told =
        isInTime
            .completeOnTimeout(false, until.left().toNanos(), TimeUnit.NANOSECONDS)
            .thenAccept(this::interruptUnless);
    try {
      if (whyCancelled != null) {
        throw cancelled();
      }
      host.await(until);
      isSent = true;
      return client.send(request, head -> body);
    } catch (Cut notSent) {
      throw notSent;
    } catch (IOException failed) {
      throw cut(failed);
    } catch (CancellationException cancelled) {
      throw cancelled();
    } catch (InterruptedException stop) {
      if (waiting.end(true)) {
        throw stop;
      }
      throw cancelled();
    } finally {
      isInTime.complete(true);
      told.join();
      waiting.end(false);
    }
  }

  private void interruptUnless(boolean isInTime) {
    if (!isInTime) {
      waiting.interrupt();
    }
  }

  private Cut cut(IOException failed) {
    if (waiting.isInterrupted()) {
      return cancelled();
    }
    if (failed instanceof HttpConnectTimeoutException) {
      return new Cut.NotConnected("The backend can't be reached: no connection came about.");
    }
    if (failed instanceof SSLHandshakeException) {
      return new Cut.NotConnected(
          "The backend can't be reached safely: its certificate isn't one that this computer trusts for its address.");
    }
    if (failed instanceof ConnectException) {
      return new Cut.NotConnected("The backend can't be reached at its address.");
    }
    return new Cut.NoAnswer(
        "The backend gave no answer that is HTTP, or cut the connection before it.");
  }

  /** How long ago it was begun. */
  Duration age() {
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  /** The body, to be read piece by piece. */
  BodyPipe body() {
    return body;
  }

  /**
   * All of the body.
   *
   * @throws Cut if it is larger than {@code most} bytes, or doesn't end until then
   */
  byte[] all(int most, Deadline until) throws Cut, InterruptedException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    Optional<byte[]> piece = body.next(until);
    while (piece.isPresent()) {
      all.writeBytes(piece.get());
      if (all.size() > most) {
        throw new Cut(
            "The backend's answer has more than %s bytes, which is not read.".formatted(most));
      }
      piece = body.next(until);
    }
    return all.toByteArray();
  }

  /** Ends it; whoever waits is told why. */
  void cancel(String why) {
    whyCancelled = why;
    waiting.interrupt();
    body.cancel(why);
  }

  /** What wasn't sent can't have been done. */
  private Cut cancelled() {
    String given = whyCancelled;
    String why = given == null ? "The backend didn't answer in time." : given;
    return isSent ? new Cut(why) : new Cut.NotConnected(why);
  }

  /** Whether the answer says that it is of that type, whatever its parameters are. */
  static boolean isOf(HttpHeaders headers, String type) {
    return headers
        .firstValue("Content-Type")
        .map(told -> told.split(";", 2)[0].strip().toLowerCase(Locale.ROOT))
        .filter(type::equals)
        .isPresent();
  }
}
