package com.personalagentproxy.sandbox.command;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Output of one command on its way to its follower: a bounded piece of it, so that who follows
 * slowly takes no more memory, and for a bounded time, so that who doesn't follow at all keeps
 * nobody else waiting. Safe for use by many threads.
 */
public final class Delivery {

  /** How many bytes may be on their way before the command has to wait. */
  static final int ROOM = 256 * 1024;

  /**
   * For how long a command waits for its follower in all, and its result likewise: less than
   * backends drain what a command printed last.
   */
  static final Duration PATIENCE = Duration.ofSeconds(3);

  private static final class Piece {
    final OutputSink to;
    final byte[] bytes;

    Piece(OutputSink to, byte[] bytes) {
      this.to = to;
      this.bytes = bytes;
    }
  }

  private final Follower follower;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<Piece> pieces = new ArrayDeque<>();
  private int onTheWay;
  private long nanosLeft = PATIENCE.toNanos();
  private boolean isOver;

  public Delivery(Follower follower) {
    this.follower = follower;
    this.isOver = !follower.isLooking();
  }

  /** Whether there is anybody to deliver to. */
  public boolean isWanted() {
    return follower.isLooking();
  }

  /** Takes standard output for the follower, after the sink. */
  public OutputSink stdout(OutputSink sink) {
    return both(sink, follower.stdout());
  }

  /** Takes standard error for the follower, after the sink. */
  public OutputSink stderr(OutputSink sink) {
    return both(sink, follower.stderr());
  }

  private OutputSink both(OutputSink first, OutputSink to) {
    return (buffer, offset, length) -> {
      first.accept(buffer, offset, length);
      put(to, buffer, offset, length);
    };
  }

  private void put(OutputSink to, byte[] buffer, int offset, int length) {
    lock.lock();
    try {
      while (!isOver && onTheWay > 0 && onTheWay + length > ROOM) {
        if (nanosLeft <= 0) {
          leaveBehind();
        } else {
          nanosLeft = changed.awaitNanos(nanosLeft);
        }
      }
      if (!isOver) {
        onTheWay += length;
        pieces.add(new Piece(to, Arrays.copyOfRange(buffer, offset, offset + length)));
        changed.signalAll();
      }
    } catch (InterruptedException stop) {
      // Whoever ends the command waits for no follower.
      Thread.currentThread().interrupt();
      leaveBehind();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Hands on what comes until it is over: for a thread of its own.
   *
   * @return whether all of it was handed on
   */
  public boolean handOn() {
    for (Piece next = next(); next != null; next = next()) {
      try {
        next.to.accept(next.bytes, 0, next.bytes.length);
      } catch (RuntimeException | Error forgotten) {
        // It isn't the command's fault.
      }
      isDelivered(next.bytes.length);
    }
    return !follower.isBehind();
  }

  private @Nullable Piece next() {
    lock.lock();
    try {
      while (!isOver && pieces.isEmpty()) {
        changed.awaitUninterruptibly();
      }
      return pieces.poll();
    } finally {
      lock.unlock();
    }
  }

  private void isDelivered(int length) {
    lock.lock();
    try {
      onTheWay -= length;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** No more comes: waits until all was handed on, within bounds, and then nothing is any more. */
  public void close() {
    lock.lock();
    try {
      long left = PATIENCE.toNanos();
      while (!isOver && onTheWay > 0 && left > 0) {
        left = changed.awaitNanos(left);
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    } finally {
      if (onTheWay > 0) {
        leaveBehind();
      }
      isOver = true;
      changed.signalAll();
      lock.unlock();
    }
  }

  /** Nothing is handed on from now on. */
  public void giveUp() {
    lock.lock();
    try {
      leaveBehind();
    } finally {
      lock.unlock();
    }
  }

  private void leaveBehind() {
    follower.isLeftBehind();
    isOver = true;
    pieces.clear();
    changed.signalAll();
  }
}
