package com.personalagentproxy.sandbox.backend.dev;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.OutputSink;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** One command: its pipes, the threads that serve them, and how it ended. */
final class RunningCommand implements Closeable {

  /** For how long output is drained after the end at most (X7), and when it counts as quiet. */
  private static final Duration DRAIN = Duration.ofMillis(250);

  private static final Duration QUIET = Duration.ofMillis(50);
  private static final Duration PAUSE = Duration.ofMillis(5);

  /**
   * For what was in the pipes at the end there is more time: on a busy computer the threads may
   * come late.
   */
  private static final Duration LATE = Duration.ofSeconds(5);

  private final CommandPipes pipes;
  private final StreamPump stdout;
  private final StreamPump stderr;
  private final @Nullable StdinFeed stdin;
  private final List<Closeable> open = new ArrayList<>();
  private final CommandEnd end;

  RunningCommand(CommandPipes pipes, Command command, OutputSink stdout, OutputSink stderr)
      throws IOException {
    this.pipes = pipes;
    // Its home folder if it asks for none.
    end = new CommandEnd(command.cwd() == null ? "~" : command.cwd());
    open.add(pipes);
    try {
      pipes.write("line", command.line().getBytes(StandardCharsets.UTF_8));
      if (command.cwd() != null) {
        pipes.write("cwd", command.cwd().getBytes(StandardCharsets.UTF_8));
      }
      this.stdout = pump("out", stdout);
      this.stderr = pump("err", stderr);
      this.stdin =
          command.stdin() == null
              ? null
              : new StdinFeed(pipes.of("in"), command.stdin().getBytes(StandardCharsets.UTF_8));
      if (this.stdin != null) {
        open.add(this.stdin);
      }
    } catch (IOException | RuntimeException failure) {
      close();
      throw failure;
    }
  }

  private StreamPump pump(String kind, OutputSink sink) throws IOException {
    pipes.hold(kind);
    StreamPump pump = new StreamPump(pipes.of(kind), sink);
    open.add(pump);
    return pump;
  }

  /** How it ended. */
  CommandEnd end() {
    return end;
  }

  /** Where its input comes from, as the runner calls it. */
  String input() {
    return stdin == null ? "none" : "stdin";
  }

  /** Starts the threads that serve the pipes. */
  void serve(ThreadFactory threads) {
    stdout.start(threads);
    stderr.start(threads);
    if (stdin != null) {
      stdin.start(threads);
    }
  }

  /** Drains the output until it ends or is quiet. */
  void drain() throws IOException, InterruptedException {
    long start = System.nanoTime();
    long fromStdout = stdout.carried();
    long fromStderr = stderr.carried();
    pipes.letGo();
    while (true) {
      Duration spent = Duration.ofNanos(System.nanoTime() - start);
      boolean caughtUp = stdout.isCaughtUpFrom(fromStdout) && stderr.isCaughtUpFrom(fromStderr);
      boolean quiet =
          stdout.isQuietFor(QUIET) && stderr.isQuietFor(QUIET) && spent.compareTo(QUIET) > 0;
      boolean over = spent.compareTo(caughtUp ? DRAIN : LATE) > 0;
      if (bothReachedEnd() || quiet || over) {
        return;
      }
      if (stdout.awaitEnd(PAUSE)) {
        stderr.awaitEnd(PAUSE);
      }
    }
  }

  /** The streams that a process left behind still holds. */
  List<String> stillHeld() throws IOException {
    List<String> held = new ArrayList<>();
    if (!stdout.reachedEnd()) {
      pipes.hold("out");
      held.add("out");
    }
    if (!stderr.reachedEnd()) {
      pipes.hold("err");
      held.add("err");
    }
    return held;
  }

  /** Frees all it used; the sinks get nothing any more once this is back. */
  @Override
  public void close() throws IOException {
    // Backwards: the pipes are there until nobody uses them.
    IOException first = null;
    for (int at = open.size() - 1; at >= 0; at--) {
      try {
        open.get(at).close();
      } catch (IOException failure) {
        first = first == null ? failure : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }

  private boolean bothReachedEnd() {
    return stdout.reachedEnd() && stderr.reachedEnd();
  }
}
