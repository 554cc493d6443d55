package com.personalagentproxy.sandbox.backend.dev;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import com.personalagentproxy.sandbox.machine.MachineBackend.Isolation;
import java.io.IOException;
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
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
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

  /** On a busy computer the kernel takes its time. */
  private static final Duration KILL = Duration.ofSeconds(15);

  private final MachineFolder folder;
  private final Mark mark;
  private final MachineGroup group;
  private final ThreadFactory threads;
  private final boolean jailed;
  private final Process process;
  private final Runner runner;
  private final PipeMaker pipes;
  private final CompletableFuture<Boolean> ready = new CompletableFuture<>();
  private final Map<Long, RunningCommand> running = new ConcurrentHashMap<>();
  private volatile Started started;
  private volatile boolean ended;
  private final Lock ending = new ReentrantLock();
  private boolean nothingIsLeft;

  private AwakeMachine(
      MachineFolder folder,
      Enclosure enclosure,
      Mark mark,
      MachineGroup group,
      ThreadFactory threads)
      throws IOException {
    this.folder = folder;
    this.mark = mark;
    this.group = group;
    this.threads = threads;
    jailed = enclosure.jail().isolation() != Isolation.NONE;
    process = enclosure.start(folder, mark, group);
    started = Started.of(process.toHandle());
    runner = new Runner(process);
    pipes = new PipeMaker(folder.control());
  }

  /** Wakes the machine in that folder. */
  static AwakeMachine start(
      MachineFolder folder, Enclosure enclosure, Mark mark, ThreadFactory threads)
      throws IOException {
    MachineGroup group = enclosure.limits().group(folder);
    try {
      AwakeMachine machine = new AwakeMachine(folder, enclosure, mark, group, threads);
      threads.newThread(machine::listen).start();
      machine.noticeExit();
      machine.awaitReady();
      machine.started = Started.of(machine.process.toHandle());
      return machine;
    } catch (IOException | RuntimeException failure) {
      group.remove();
      throw failure;
    }
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
   * Runs a command; empty if the machine ended before, and nothing was run. One whose thread is
   * interrupted is ended, and the thread stays interrupted.
   *
   * @throws IOException if nothing was run either
   */
  Optional<Outcome> run(Command command, OutputSink stdout, OutputSink stderr) throws IOException {
    if (!isWhole()) {
      return Optional.empty();
    }
    long number = pipes.next();
    RunningCommand one =
        new RunningCommand(new CommandPipes(folder.control(), number), command, stdout, stderr);
    try {
      running.put(number, one);
      one.serve(threads);
      if (ended || !runner.ask("run", number, mark.command(number), one.input())) {
        return Optional.empty();
      }
      return Optional.of(
          new CommandTurn(number, one, () -> processesOf(number, one), runner, this)
              .untilItsEnd(command.timeout()));
    } finally {
      running.remove(number);
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

  private static void closeQuietly(RunningCommand one) {
    try {
      one.close();
    } catch (IOException left) {
      // Its pipes are removed at the next wake.
    }
  }

  /**
   * Ends all of the machine's processes. Whoever asks while another does waits for it; once they
   * are ended nothing is done any more.
   *
   * @param why what commands that run are told
   * @throws IOException if a process can't be ended
   */
  void end(String why) throws IOException {
    ended = true;
    ending.lock();
    try {
      if (!nothingIsLeft) {
        endAll(why);
        nothingIsLeft = true;
      }
    } finally {
      ending.unlock();
    }
  }

  private void endAll(String why) throws IOException {
    // First, so that no command comes to an end of its own that the runner tells of.
    boolean first = started.kill(KILL);
    group.close();
    boolean none = processes(mark::isOn, process.pid()).kill(KILL) && first && awaitExit();
    runner.close();
    running.values().forEach(one -> one.end().machineEnded(why));
    if (!none) {
      throw new Trouble(
          "Some of the machine's processes can't be ended. Try again, or end them by hand.");
    }
    group.remove();
  }

  private Processes processesOf(long number, RunningCommand one) {
    long own = mark.command(number);
    return processes(limit -> limit == own, one.end().root().orElse(process.pid()));
  }

  private static Processes processes(LongPredicate marked, long root) {
    return new Processes(marked, OptionalLong.of(root));
  }

  private void listen() {
    runner.listen(this::hear);
    endUnexpectedly();
  }

  /** What else runs may hold the runner's pipes open for long after that. */
  private void noticeExit() {
    CompletableFuture<Void> unused =
        process
            .onExit()
            .thenRun(
                () -> {
                  if (!ended) {
                    threads.newThread(this::endUnexpectedly).start();
                  }
                });
  }

  private void endUnexpectedly() {
    ready.complete(false);
    if (!ended) {
      try {
        end("The machine's processes ended unexpectedly while the command ran.");
      } catch (IOException left) {
        // Found and ended at the next wake.
      }
    }
  }

  private void hear(Said said) {
    if (said.kind() == Said.Kind.READY) {
      ready.complete(true);
    }
    RunningCommand one = running.get(said.number());
    if (one != null) {
      one.end().hear(said);
    }
  }

  private void awaitReady() throws IOException {
    try {
      if (isReady()) {
        return;
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      end("The machine didn't start.");
      throw new Trouble("Interrupted while its shell started. Try again.", stop);
    }
    String complaints = folder.complained();
    end("The machine didn't start.");
    throw new Trouble(
        "Its shell doesn't start" + (complaints.isEmpty() ? "." : ": " + complaints + "."));
  }

  private boolean isReady() throws InterruptedException {
    try {
      return ready.get(START.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException silent) {
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
