package com.personalagentproxy.sandbox.backend.protocol;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The body of an answer, read piece by piece by one thread. The next piece is only asked for when
 * the one before was read, so that whoever reads slowly slows the service down and takes no memory.
 */
final class BodyPipe implements BodySubscriber<BodyPipe> {

  private static final String CUT = "The backend's answer was cut off.";
  private static final String LATE = "The backend stopped in the middle of its answer.";

  private sealed interface Piece {}

  private record Bytes(List<ByteBuffer> buffers) implements Piece {}

  private record End() implements Piece {}

  private record Broken(String why) implements Piece {}

  private final BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();
  private @Nullable Subscription subscription;
  private boolean isCancelled;
  private volatile boolean isOver;

  @Override
  public CompletionStage<BodyPipe> getBody() {
    return CompletableFuture.completedStage(this);
  }

  @Override
  public void onSubscribe(Subscription given) {
    boolean isWanted;
    synchronized (this) {
      isWanted = !isCancelled && subscription == null;
      subscription = isWanted ? given : subscription;
    }
    if (isWanted) {
      given.request(1);
    } else {
      given.cancel();
    }
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    pieces.add(new Bytes(buffers));
  }

  @Override
  public void onError(Throwable failure) {
    isOver = true;
    pieces.add(new Broken(CUT));
  }

  @Override
  public void onComplete() {
    isOver = true;
    pieces.add(new End());
  }

  /**
   * The next bytes; empty at the end, and then always.
   *
   * @throws Cut if the answer was cut off, or nothing comes until then
   */
  Optional<byte[]> next(Deadline until) throws Cut, InterruptedException {
    Piece piece = pieces.poll(until.left().toNanos(), TimeUnit.NANOSECONDS);
    if (piece == null || (piece instanceof Bytes && until.hasPassed())) {
      throw new Cut(LATE);
    }
    if (piece instanceof Bytes bytes) {
      byte[] all = joined(bytes.buffers());
      askForMore();
      return Optional.of(all);
    }
    // The end stays the end.
    pieces.add(piece);
    if (piece instanceof Broken broken) {
      throw new Cut(broken.why());
    }
    return Optional.empty();
  }

  /** Ends the exchange, unless it is over; whoever reads, or reads later, is told why. */
  void cancel(String why) {
    if (isOver) {
      // Its connection may serve another by now.
      return;
    }
    Subscription given;
    synchronized (this) {
      isCancelled = true;
      given = subscription;
    }
    if (given != null) {
      given.cancel();
    }
    pieces.add(new Broken(why));
  }

  private void askForMore() {
    Subscription given;
    synchronized (this) {
      given = isCancelled ? null : subscription;
    }
    if (given != null) {
      given.request(1);
    }
  }

  private static byte[] joined(List<ByteBuffer> buffers) {
    byte[] all = new byte[buffers.stream().mapToInt(ByteBuffer::remaining).sum()];
    int at = 0;
    for (ByteBuffer buffer : buffers) {
      int length = buffer.remaining();
      buffer.get(all, at, length);
      at += length;
    }
    return all;
  }
}
