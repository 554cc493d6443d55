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

  /** For how long output is drained after the end at most (X7), and when it counts as quiet. */
  private static final Duration DRAIN = Duration.ofMillis(250);

  private static final Duration QUIET = Duration.ofMillis(50);
  private static final Duration PAUSE = Duration.ofMillis(10);

  /** Processes have two seconds to end; then there is this much for a busy computer to say so. */
  private static final Duration SLACK = Duration.ofSeconds(7);

  private static final Duration ENDING = Duration.ofSeconds(9);

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

  private static final class Running {
    final long number;
    final CompletableFuture<String> ended = new CompletableFuture<>();
    final CompletableFuture<Boolean> stdout = new CompletableFuture<>();
    final CompletableFuture<Boolean> stderr = new CompletableFuture<>();
    volatile @Nullable String abandoned;
    boolean interrupted;

    Running(long number) {
      this.number = number;
    }
  }

  private final Requests requests = new Requests();
  private final Consumer<Lane> whenFree;
  private final Consumer<Lane> whenEnded;
  private final MarkedStream stdout;
  private final MarkedStream stderr;
  private final CompletableFuture<Boolean> open = new CompletableFuture<>();
  private volatile @Nullable Running running;
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
          "The machine's shell doesn't start. Its image needs /bin/sh, cat, dd, mkfifo, rm and"
              + " sleep.",
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
    Running now = new Running(number);
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
      requests.send(LaneRequest.run(number, mark, command));
      String words = awaitEnd(now, command.timeout());
      if (words.startsWith("no-")) {
        return outcome(words, command);
      }
      drain(now);
      requests.send(LaneRequest.of("next"));
      String abandoned = now.abandoned;
      return abandoned == null ? outcome(words, command) : new Outcome.Lost(abandoned);
    } finally {
      if (now.interrupted) {
        Thread.currentThread().interrupt();
      }
      // The lane may run another thread's command already.
      stdout.close(ownOut);
      stderr.close(ownErr);
    }
  }

  /** Ends the command that it runs. */
  void abandon(String why) {
    Running now = running;
    if (now != null && !now.ended.isDone()) {
      now.abandoned = why;
      requests.send(LaneRequest.of("end"));
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

  private String awaitEnd(Running now, Duration timeout) throws Cut {
    try {
      return now.ended.get(timeout.plus(SLACK).toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException silent) {
      throw new Cut(true);
    } catch (ExecutionException cut) {
      throw new Cut(false);
    } catch (InterruptedException stop) {
      now.interrupted = true;
      requests.send(LaneRequest.of("end"));
      try {
        return now.ended.get(ENDING.toMillis(), TimeUnit.MILLISECONDS);
      } catch (ExecutionException | TimeoutException | InterruptedException cut) {
        throw new Cut(false);
      }
    }
  }

  /** How the command ended is known: that the rest of its output can't be had changes nothing. */
  private void drain(Running now) {
    CompletableFuture<Void> both = CompletableFuture.allOf(now.stdout, now.stderr);
    long start = System.nanoTime();
    try {
      while (!isDone(both, PAUSE)) {
        long time = System.nanoTime();
        long last = Math.max(start, Math.max(stdout.lastPrintedAt(), stderr.lastPrintedAt()));
        if (time - start > DRAIN.toNanos() || time - last > QUIET.toNanos()) {
          // Something holds the pipes yet. The lane says on them where the command's output ends.
          requests.send(LaneRequest.of("leave"));
          if (!isDone(both, ENDING)) {
            throw new TimeoutException();
          }
          requests.send(LaneRequest.of("seen"));
          return;
        }
      }
    } catch (ExecutionException | TimeoutException broken) {
      close();
    } catch (InterruptedException stop) {
      now.interrupted = true;
      close();
    }
  }

  private static boolean isDone(CompletableFuture<?> future, Duration patience)
      throws InterruptedException, ExecutionException {
    try {
      future.get(patience.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException notYet) {
      return false;
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
      Running now = running;
      if (now != null) {
        Cut cut = new Cut(false);
        now.ended.completeExceptionally(cut);
        now.stdout.completeExceptionally(cut);
        now.stderr.completeExceptionally(cut);
      }
    }
  }

  /** Takes what the shell says: a number, a space and words. */
  private void hear(String said, boolean onStdout) {
    int space = said.indexOf(' ');
    String words = said.substring(space + 1);
    Running now = running;
    if (words.equals("ready")) {
      if (open.complete(true) || now != null) {
        whenFree.accept(this);
      }
    } else if (now != null && said.startsWith(now.number + " ")) {
      if (words.equals("drained")) {
        (onStdout ? now.stdout : now.stderr).complete(true);
      } else if (onStdout) {
        // Here, since what comes next may be that it is free.
        whenEnded.accept(this);
        now.ended.complete(words);
      }
    }
  }

  private static Outcome outcome(String words, Command command) {
    String folder = command.cwd() == null ? "~" : command.cwd();
    int space = words.indexOf(' ');
    String how = space < 0 ? words : words.substring(0, space);
    String what = words.substring(space + 1);
    return switch (how) {
      case "exit" -> new Outcome.Exited(Integer.parseInt(what));
      case "signal" -> new Outcome.Signalled(what);
      case "late" -> new Outcome.TimedOut();
      case "no-folder" -> new Outcome.NoSuchFolder(folder);
      case "no-entry" ->
          new Outcome.CouldNotStart(
              "The folder %s can't be entered: it has no permission for that, or one it is in hasn't. Give it back with chmod u+rwx."
                  .formatted(folder));
      case "no-room" ->
          new Outcome.CouldNotStart(
              "The machine has no room for what the command is to read. Make some, and try again.");
      default -> throw new IllegalStateException("A lane says “" + words + "”.");
    };
  }
}
