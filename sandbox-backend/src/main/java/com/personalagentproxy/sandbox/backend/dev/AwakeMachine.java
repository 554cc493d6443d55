package com.personalagentproxy.sandbox.backend.dev;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import com.personalagentproxy.sandbox.machine.MachineBackend.Isolation;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.LongPredicate;

/**
 * A machine while it is awake: the shell that runs its commands (runner.sh), in its jail. The shell
 * ends with the server, even one that is killed, since its standard input ends then, and a jail
 * ends with it, unless a command stopped the shell: then when the next server opens the folder.
 * Without a jail, what commands started lives on until then, and what took its {@link Mark} off and
 * has no parent any more isn't found even then.
 */
final class AwakeMachine {

  private static final Duration START = Duration.ofSeconds(20);
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final Duration KILL = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(1);
  private static final int LONGEST_WORD = 200;
  private static final int HIGHEST_CODE = 255;
  private static final int SIGNALLED = 128;

  private final MachineFolder folder;
  private final Mark mark;
  private final ThreadFactory threads;
  private final Process process;
  private final boolean jailed;
  private final OutputStream requests;
  private final PipeMaker pipes;
  private final CompletableFuture<Boolean> ready = new CompletableFuture<>();
  private final Map<Long, RunningCommand> running = new ConcurrentHashMap<>();
  private final Map<Long, CompletableFuture<Boolean>> drains = new ConcurrentHashMap<>();
  private final Map<Long, Long> roots = new ConcurrentHashMap<>();
  private volatile Started started;
  private volatile boolean ended;

  private AwakeMachine(
      MachineFolder folder, Jail jail, Mark mark, ThreadFactory threads, Process process) {
    this.folder = folder;
    jailed = jail.isolation() != Isolation.NONE;
    this.mark = mark;
    this.threads = threads;
    this.process = process;
    started = Started.of(process.toHandle());
    requests = process.getOutputStream();
    pipes = new PipeMaker(folder.control());
  }

  /** Wakes the machine in that folder. */
  static AwakeMachine start(MachineFolder folder, Jail jail, Mark mark, ThreadFactory threads)
      throws IOException {
    folder.makeControl();
    jail.admit(folder);
    ProcessBuilder builder =
        new ProcessBuilder(jail.runner(folder, mark)).redirectError(folder.complaints().toFile());
    builder.environment().clear();
    builder.environment().putAll(jail.environment(folder));
    AwakeMachine machine = new AwakeMachine(folder, jail, mark, threads, builder.start());
    threads.newThread(machine::listen).start();
    machine.awaitReady();
    machine.started = Started.of(machine.process.toHandle());
    return machine;
  }

  /** The processes that were started for it. */
  Started started() {
    return started;
  }

  /** False once it has ended, asked or not. */
  boolean isAwake() {
    return !ended;
  }

  /**
   * Runs a command; empty if the machine ended before, and nothing was run.
   *
   * @throws IOException if nothing was run either
   */
  Optional<Outcome> run(Command command, OutputSink stdout, OutputSink stderr)
      throws IOException, InterruptedException {
    if (!isWhole()) {
      return Optional.empty();
    }
    long number = pipes.next();
    RunningCommand one =
        new RunningCommand(new CommandPipes(folder.control(), number), command, stdout, stderr);
    try {
      running.put(number, one);
      one.serve(threads);
      if (ended || !ask("run", number, mark.command(number), one.hasStdin() ? "stdin" : "none")) {
        return Optional.empty();
      }
      Outcome outcome = one.await(command.timeout());
      if (outcome == null) {
        outcome = endInTime(number, one);
      }
      finish(number, one);
      return Optional.of(outcome);
    } catch (InterruptedException nobodyWaits) {
      processesOf(number).kill(GRACE);
      throw nobodyWaits;
    } finally {
      running.remove(number);
      roots.remove(number);
      closeQuietly(one);
    }
  }

  /**
   * Whether the folders it keeps are there, made again if need be. A jail sees only those it began
   * with, so it ends when they were taken away.
   */
  private synchronized boolean isWhole() throws IOException {
    if (folder.mend() && jailed) {
      end("The machine's home folder was taken away while the command ran.");
      return false;
    }
    return true;
  }

  /** How the command ended is known: that the rest of its output can't be had changes nothing. */
  private void finish(long number, RunningCommand one) throws InterruptedException {
    try {
      one.drain();
      if (!ended) {
        leaveBehind(number, one);
      }
    } catch (IOException pipesAreGone) {
      // What was carried until now is what there is.
    }
  }

  private static void closeQuietly(RunningCommand one) {
    try {
      one.close();
    } catch (IOException left) {
      // Its pipes are removed at the next wake.
    }
  }

  /**
   * Ends all of the machine's processes.
   *
   * @param why what commands that run are told
   * @throws IOException if a process can't be ended
   */
  void end(String why) throws IOException {
    ended = true;
    boolean first = started.kill(KILL);
    boolean none = processes(mark::isOn, process.pid()).kill(KILL) && first && awaitExit();
    closeRequests();
    running.values().forEach(one -> one.ended(new Outcome.Lost(why)));
    if (!none) {
      throw new Trouble(
          "Some of the machine's processes can't be ended. Try again, or end them by hand.");
    }
  }

  /** Its time is up (X5): TERM to all its processes, KILL two seconds later. */
  private Outcome endInTime(long number, RunningCommand one) throws InterruptedException {
    Processes processes = processesOf(number);
    boolean none = processes.terminate(GRACE) || processes.kill(KILL);
    Outcome meanwhile = one.await(ANSWER);
    if (meanwhile instanceof Outcome.Lost) {
      return meanwhile;
    }
    if (!none || meanwhile == null) {
      // Out of reach, or only about to start: nothing of it may be left alive, whatever it takes.
      try {
        end(
            "Another command couldn't be ended in its time, so all of the machine's processes were.");
      } catch (IOException left) {
        return new Outcome.Lost(
            "Its time was up, but not all of its processes could be ended: some may still run.");
      }
    }
    return new Outcome.TimedOut();
  }

  /**
   * Sees to it that a child left behind isn't ended by a broken pipe: the machine reads on what it
   * prints.
   */
  private void leaveBehind(long number, RunningCommand one)
      throws IOException, InterruptedException {
    for (String held : one.stillHeld()) {
      CompletableFuture<Boolean> drained = new CompletableFuture<>();
      drains.put(number, drained);
      if (ask("drain", number, held)) {
        try {
          drained.get(ANSWER.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException late) {
          // The machine is ending, and the child with it.
        }
      }
      drains.remove(number);
    }
  }

  private Processes processesOf(long number) {
    long own = mark.command(number);
    return processes(limit -> limit == own, roots.getOrDefault(number, process.pid()));
  }

  private static Processes processes(LongPredicate marked, long root) {
    return new Processes(marked, OptionalLong.of(root));
  }

  private void closeRequests() {
    try {
      requests.close();
    } catch (IOException unsent) {
      // What was asked last is lost with the machine.
    }
  }

  private synchronized boolean ask(Object... words) {
    StringBuilder line = new StringBuilder();
    for (Object word : words) {
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    try {
      requests.write(line.append('\n').toString().getBytes(StandardCharsets.US_ASCII));
      requests.flush();
      return true;
    } catch (IOException endedMeanwhile) {
      return false;
    }
  }

  /**
   * Takes what the shell says, a line at a time; anything in the machine might say something too,
   * so it is believed only so far: of commands that run, and what could be. A known limit: a
   * command that is the shell's user may open its pipe anew through {@code /proc}, or trace it, and
   * so forge how commands of its own machine end; there is no cheap way to keep it from that. A
   * jail made by a root server has a user of its own, who can't open the pipe.
   */
  private void listen() {
    try (InputStream said = process.getInputStream()) {
      StringBuilder line = new StringBuilder();
      for (int next = said.read(); next >= 0; next = said.read()) {
        if (next == '\n') {
          hear(line.toString().split(" ", 4));
          line.setLength(0);
        } else if (line.length() < LONGEST_WORD) {
          line.append((char) next);
        }
      }
    } catch (IOException closed) {
      // As if it had ended.
    }
    ready.complete(false);
    if (!ended) {
      try {
        end("The machine's processes ended unexpectedly while the command ran.");
      } catch (IOException left) {
        // Found and ended at the next wake.
      }
    }
  }

  private void hear(String[] words) {
    try {
      long number = Long.parseLong(words[0]);
      int code = words.length < 3 ? 0 : Integer.parseInt(words[2]);
      if (number != 0 && !running.containsKey(number)) {
        return;
      }
      switch (words[1]) {
        case "ready" -> ready.complete(true);
        case "drained" ->
            Optional.ofNullable(drains.get(number)).ifPresent(it -> it.complete(true));
        case "pid" -> roots.put(number, (long) code);
        case "exit" -> {
          if (code >= 0 && code <= HIGHEST_CODE) {
            tell(number, one -> new Outcome.Exited(code));
          }
        }
        case "signal" -> {
          if (code > SIGNALLED && code <= HIGHEST_CODE) {
            tell(number, one -> new Outcome.Signalled(Signals.name(code - SIGNALLED)));
          }
        }
        case "no-folder" -> tell(number, one -> new Outcome.NoSuchFolder(one.cwd()));
        case "no-entry" ->
            tell(
                number,
                one ->
                    new Outcome.CouldNotStart(
                        "The folder %s can't be entered: it has no permission for that, or one it is in hasn't. Give it back with chmod u+rwx."
                            .formatted(one.cwd())));
        case "failed" ->
            tell(number, one -> new Outcome.CouldNotStart("The machine's shell can't be started."));
        default -> {}
      }
    } catch (NumberFormatException | IndexOutOfBoundsException nonsense) {
      // Not said by the shell.
    }
  }

  private void tell(long number, Function<RunningCommand, Outcome> how) {
    RunningCommand one = running.get(number);
    if (one != null) {
      one.ended(how.apply(one));
    }
  }

  private void awaitReady() throws IOException {
    if (isReady()) {
      return;
    }
    String complaints = Files.readString(folder.complaints(), StandardCharsets.ISO_8859_1).strip();
    end("The machine didn't start.");
    throw new Trouble(
        "Its shell doesn't start"
            + (complaints.isEmpty() ? "." : ": " + complaints.replace('\n', ' ') + "."));
  }

  private boolean isReady() {
    try {
      return ready.get(START.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException silent) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private boolean awaitExit() {
    try {
      return process.waitFor(KILL.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return !process.isAlive();
    }
  }
}
