package com.personalagentproxy.sandbox.backend.protocol;

import java.io.ByteArrayOutputStream;
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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer. Waited for and read by one thread; any may cancel it, which closes
 * its connection unless the answer was read to its end.
 */
final class Exchange {

  private final BodyPipe body = new BodyPipe();
  private final CompletableFuture<HttpResponse<BodyPipe>> sent;
  private final long begun = System.nanoTime();
  private volatile @Nullable String whyCancelled;

  Exchange(HttpClient client, HttpRequest request) {
    sent = client.sendAsync(request, head -> body);
  }

  /**
   * Waits for the head of the answer.
   *
   * @throws Cut if none comes, or not until then
   */
  HttpResponse<BodyPipe> head(Deadline until) throws Cut, InterruptedException {
    try {
      return sent.get(until.left().toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      throw new Cut("The backend didn't answer in time.");
    } catch (CancellationException cancelled) {
      throw cancelled();
    } catch (ExecutionException failed) {
      if (whyCancelled != null) {
        throw cancelled();
      }
      Throwable cause = failed.getCause();
      if (cause instanceof HttpConnectTimeoutException) {
        throw new Cut.NotConnected("The backend can't be reached: no connection came about.");
      }
      if (cause instanceof SSLHandshakeException) {
        throw new Cut.NotConnected(
            "The backend can't be reached safely: its certificate isn't one that this computer trusts for its address.");
      }
      if (cause instanceof ConnectException) {
        throw new Cut.NotConnected("The backend can't be reached at its address.");
      }
      throw new Cut.NoAnswer(
          "The backend gave no answer that is HTTP, or cut the connection before it.");
    }
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
    body.cancel(why);
    // True or not: what came already is read by nobody.
    boolean wasWaiting = sent.cancel(true);
    assert wasWaiting || sent.isDone();
  }

  private Cut cancelled() {
    return new Cut(whyCancelled == null ? "The call was given up." : whyCancelled);
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
