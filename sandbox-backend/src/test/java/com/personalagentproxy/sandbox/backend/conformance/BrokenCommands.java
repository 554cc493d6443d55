package com.personalagentproxy.sandbox.backend.conformance;

import static com.personalagentproxy.sandbox.backend.conformance.Broken.passing;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Backends that break a rule of how commands start and end. */
final class BrokenCommands {

  static final List<Broken> ALL =
      List.of(
          ending("every exit code is 0", "exit.some-codes", "Exited[code=0]", BrokenCommands::zero),
          ending(
              "signals are exit codes", "exit.signals", "Exited[code=137]", BrokenCommands::code),
          ending(
              "lost is success", "processes.lost-by-sleep", "Exited[code=0]", BrokenCommands::fine),
          starting("time is up late", "timeout.two-seconds", "5.", it -> withTime(it, 3)),
          starting(
              "children are killed at the end",
              "processes.background-child",
              "no sign of life|the file beat to be made",
              it -> withLine(it, "trap 'sleep 0.2; kill $(jobs -p)' EXIT; " + it.line())),
          starting(
              "input is left open",
              "stdin.none",
              "it is stuck in",
              it -> it.stdin() == null ? withLine(it, "exec < <(sleep 30); " + it.line()) : it),
          starting(
              "input is cut at 64 KiB", "stdin.one-mebibyte", "65536 bytes", BrokenCommands::cut),
          starting(
              "a missing folder is the home folder",
              "cwd.missing",
              "Exited[code=0]",
              it ->
                  withLine(
                      new Command(it.line(), it.stdin(), null, it.timeout()),
                      "cd -- '" + it.cwd() + "' 2>/dev/null; " + it.line())),
          starting(
              "folders are seen by the shell",
              "cwd.no-meaning",
              "Exited[code=0]",
              it ->
                  it.cwd() == null
                      ? it
                      : withLine(
                          new Command(it.line(), it.stdin(), null, it.timeout()),
                          "cd " + it.cwd() + " 2>/dev/null; " + it.line())),
          starting(
              "what was exported stays",
              "shell.environment-is-its-own",
              "[behind]",
              it ->
                  withLine(
                      it, ". ~/.kept 2>/dev/null; trap 'export -p >~/.kept' EXIT; " + it.line())),
          starting(
              "no login shell",
              "shell.login",
              "“\\n”",
              it -> withLine(it, "unset MARK; " + it.line())),
          passing(
              "commands wait for each other",
              "beside.stuck-and-commands",
              "it is stuck in",
              OneAtATime::new),
          passing(
              "commands go on after their time",
              "timeout.ends-itself",
              "a sign of life",
              GoesOn::new),
          passing(
              "who is interrupted leaves its command alone",
              "stop.deaf-is-killed",
              "a sign of life",
              IsLeftAlone::new),
          passing(
              "who is interrupted isn't told how its command ended",
              "stop.spares-the-others",
              "Unreachable",
              KeepsItsEnd::new),
          passing(
              "a thread for each command is left",
              "footprint.process",
              "threads=",
              LeavesThreads::new));

  private BrokenCommands() {}

  private static Command withLine(Command it, String line) {
    return new Command(line, it.stdin(), it.cwd(), it.timeout());
  }

  private static Command withTime(Command it, int secondsMore) {
    return new Command(it.line(), it.stdin(), it.cwd(), it.timeout().plusSeconds(secondsMore));
  }

  private static Command cut(Command it) {
    String stdin = it.stdin();
    return stdin == null || stdin.length() <= 65_536
        ? it
        : new Command(it.line(), stdin.substring(0, 65_536), it.cwd(), it.timeout());
  }

  private static Outcome zero(Outcome it) {
    return it instanceof Outcome.Exited ? new Outcome.Exited(0) : it;
  }

  private static Outcome code(Outcome it) {
    return it instanceof Outcome.Signalled signal && signal.signal().equals("KILL")
        ? new Outcome.Exited(137)
        : it;
  }

  private static Outcome fine(Outcome it) {
    return it instanceof Outcome.Lost ? new Outcome.Exited(0) : it;
  }

  private static Broken ending(String does, String check, String came, UnaryOperator<Outcome> end) {
    return running(does, check, came, UnaryOperator.identity(), end);
  }

  private static Broken starting(
      String does, String check, String came, UnaryOperator<Command> start) {
    return running(does, check, came, start, UnaryOperator.identity());
  }

  private static Broken running(
      String does,
      String check,
      String came,
      UnaryOperator<Command> start,
      UnaryOperator<Outcome> end) {
    Function<MachineBackend, MachineBackend> of =
        backend ->
            new Passing(backend) {
              @Override
              public Outcome run(
                  MachineId machine,
                  Generation generation,
                  Command command,
                  OutputSink stdout,
                  OutputSink stderr) {
                return end.apply(to.run(machine, generation, start.apply(command), stdout, stderr));
              }
            };
    return passing(does, check, came, of);
  }

  private static final class OneAtATime extends Passing {

    OneAtATime(MachineBackend to) {
      super(to);
    }

    @Override
    public synchronized Outcome run(
        MachineId machine,
        Generation generation,
        Command command,
        OutputSink stdout,
        OutputSink stderr) {
      return to.run(machine, generation, command, stdout, stderr);
    }
  }

  /** Answers in time, but what it started has ten seconds more. */
  private static final class GoesOn extends Passing {

    GoesOn(MachineBackend to) {
      super(to);
    }

    @Override
    public Outcome run(
        MachineId machine,
        Generation generation,
        Command command,
        OutputSink stdout,
        OutputSink stderr) {
      if (command.timeout().compareTo(Duration.ofSeconds(2)) > 0) {
        return to.run(machine, generation, command, stdout, stderr);
      }
      CountDownLatch ended = new CountDownLatch(1);
      Bench.thread(
          "goes-on",
          () -> {
            Outcome unused =
                to.run(
                    machine, generation, withTime(command, 10), (b, o, l) -> {}, (b, o, l) -> {});
            ended.countDown();
          });
      try {
        return ended.await(command.timeout().toMillis(), TimeUnit.MILLISECONDS)
            ? new Outcome.Exited(0)
            : new Outcome.TimedOut();
      } catch (InterruptedException given) {
        throw new IllegalStateException(given);
      }
    }
  }

  /** Comes back when its caller is interrupted, and the command goes on. */
  private static final class IsLeftAlone extends Passing {

    IsLeftAlone(MachineBackend to) {
      super(to);
    }

    @Override
    public Outcome run(
        MachineId machine,
        Generation generation,
        Command command,
        OutputSink stdout,
        OutputSink stderr) {
      CompletableFuture<Outcome> ended = new CompletableFuture<>();
      Bench.thread(
          "left-alone",
          () -> {
            try {
              ended.complete(to.run(machine, generation, command, stdout, stderr));
            } catch (RuntimeException failure) {
              ended.completeExceptionally(failure);
            }
          });
      try {
        return ended.get();
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
        return new Outcome.Lost("Nobody waits for it.");
      } catch (ExecutionException failed) {
        throw failed.getCause() instanceof RuntimeException failure
            ? failure
            : new IllegalStateException(failed);
      }
    }
  }

  /** Ends the command whose caller is interrupted, and doesn't say how that went. */
  private static final class KeepsItsEnd extends Passing {

    KeepsItsEnd(MachineBackend to) {
      super(to);
    }

    @Override
    public Outcome run(
        MachineId machine,
        Generation generation,
        Command command,
        OutputSink stdout,
        OutputSink stderr) {
      Outcome outcome = to.run(machine, generation, command, stdout, stderr);
      if (Thread.currentThread().isInterrupted()) {
        throw new BackendException.Unreachable("The connection was closed.", null);
      }
      return outcome;
    }
  }

  private static final class LeavesThreads extends Passing {

    LeavesThreads(MachineBackend to) {
      super(to);
    }

    @Override
    public Outcome run(
        MachineId machine,
        Generation generation,
        Command command,
        OutputSink stdout,
        OutputSink stderr) {
      Bench.thread("left", BrokenCommands::waitAMinute);
      return to.run(machine, generation, command, stdout, stderr);
    }
  }

  private static void waitAMinute() {
    try {
      boolean never = new CountDownLatch(1).await(1, TimeUnit.MINUTES);
      if (never) {
        throw new AssertionError("Nobody counts it down.");
      }
    } catch (InterruptedException given) {
      Thread.currentThread().interrupt();
    }
  }
}
