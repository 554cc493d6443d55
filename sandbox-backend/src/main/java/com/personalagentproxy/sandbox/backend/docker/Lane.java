package com.personalagentproxy.sandbox.backend.docker;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import com.personalagentproxy.sandbox.machine.BackendException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A shell in a machine (lane.sh) whose streams stay open, and which runs one command after the
 * other. It ends when it is closed, or the server is killed, and with it the command that it runs.
 * A known limit: a command that is the shell's user might trace it and so forge how commands of its
 * own machine end.
 */
final class Lane implements Closeable {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Duration OPENING = Duration.ofSeconds(30);

  /** The lane was cut, or says nothing: how the command ended isn't known. */
  static final class Cut extends Exception {
    private static final long serialVersionUID = 1L;

    /** Whether its time was up. */
    final boolean late;

    Cut(boolean late) {
      super("The lane was cut.", null, false, false);
      this.late = late;
    }
  }

  private final Requests requests = new Requests();
  private final Consumer<Lane> whenFree;
  private final Consumer<Lane> whenEnded;
  private final MarkedStream stdout;
  private final MarkedStream stderr;
  private final CompletableFuture<Boolean> open = new CompletableFuture<>();
  private volatile @Nullable LaneCommand running;
  private volatile @Nullable Streams streams;
  private volatile boolean closed;
  private long number;

  private Lane(byte[] nonce, Consumer<Lane> whenFree, Consumer<Lane> whenEnded) {
    this.whenFree = whenFree;
    this.whenEnded = whenEnded;
    stdout = new MarkedStream(nonce, word -> hear(word, true));
    stderr = new MarkedStream(nonce, word -> hear(word, false));
  }

  /**
   * Opens one.
   *
   * @param whenFree told when it can run a command, the first time and after each
   * @param whenEnded told when a command has come to its end, before it is free again
   * @param whenCut told when it ends, however that comes
   */
  static Lane open(
      Execs execs,
      String container,
      Consumer<Lane> whenFree,
      Consumer<Lane> whenEnded,
      Consumer<Lane> whenCut) {
    byte[] secret = new byte[16];
    RANDOM.nextBytes(secret);
    // A byte of its own in front: no digit begins a nonce.
    String nonce = "\u001e" + HexFormat.of().formatHex(secret);
    Lane lane = new Lane(nonce.getBytes(StandardCharsets.US_ASCII), whenFree, whenEnded);
    Streams streams;
    try {
      streams = execs.lane(container, lane.requests);
    } catch (RuntimeException notStarted) {
      lane.close();
      throw notStarted;
    }
    lane.streams = streams;
    lane.requests.send(LaneRequest.of("open " + nonce));
    Engine.daemon(() -> lane.listen(streams, whenCut), "lane").start();
    try {
      lane.open.get(OPENING.toMillis(), TimeUnit.MILLISECONDS);
      return lane;
    } catch (InterruptedException interrupted) {
      lane.close();
      Thread.currentThread().interrupt();
      throw new BackendException.Unreachable("The server is shutting down. Try again.", null);
    } catch (ExecutionException | TimeoutException silent) {
      lane.close();
      throw new BackendException.Failed(
          "The machine's shell doesn't start. It may have no room for another process: end some, or put the machine to sleep and wake it. If no command ever ran in it, its image lacks what it needs: /bin/sh, cat, dd, mkdir, mkfifo, rm and sleep.",
          silent);
    }
  }

  /** False once nothing can be run in it any more. */
  boolean isOpen() {
    return !closed;
  }

  /**
   * Runs a command, in a lane that is free. One whose thread is interrupted is ended, and the
   * thread stays interrupted.
   *
   * @param mark what its processes bear
   */
  Outcome run(long mark, Command command, OutputSink out, OutputSink err) throws Cut {
    number++;
    LaneCommand now = new LaneCommand(number, command, requests, stdout, stderr);
    running = now;
    // Each command's own, even if a caller has one sink for several.
    OutputSink ownOut = (buffer, offset, length) -> out.accept(buffer, offset, length);
    OutputSink ownErr = (buffer, offset, length) -> err.accept(buffer, offset, length);
    stdout.open(ownOut);
    stderr.open(ownErr);
    try {
      if (closed) {
        throw new Cut(false);
      }
      return now.run(mark);
    } finally {
      if (now.isBroken()) {
        close();
      }
      // The lane may run another thread's command already.
      stdout.close(ownOut);
      stderr.close(ownErr);
    }
  }

  /** Ends the command that it runs. */
  void abandon(String why) {
    LaneCommand now = running;
    if (now != null) {
      now.abandon(why);
    }
  }

  @Override
  public void close() {
    closed = true;
    requests.close();
    Streams opened = streams;
    if (opened != null) {
      opened.close();
    }
  }

  private void listen(Streams opened, Consumer<Lane> whenCut) {
    try {
      Frames.read(opened.printed(), stdout::feed, stderr::feed);
    } catch (IOException | RuntimeException hungUp) {
      // As if it had ended.
    } finally {
      close();
      whenCut.accept(this);
      open.completeExceptionally(new Cut(false));
      LaneCommand now = running;
      if (now != null) {
        now.cut();
      }
    }
  }

  /** Takes what the shell says: a number, a space and words. */
  private void hear(String said, boolean onStdout) {
    int space = said.indexOf(' ');
    String of = said.substring(0, Math.max(space, 0));
    String words = said.substring(space + 1);
    LaneCommand now = running;
    if (words.equals("ready")) {
      if (open.complete(true) || now != null) {
        whenFree.accept(this);
      }
    } else if (now != null) {
      // Here, since what comes next may be that it is free.
      now.hear(of, words, onStdout, () -> whenEnded.accept(this));
    }
  }
}
