package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineBackend.Isolation;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * A machine that a check tries something on. It counts its generation on with each move, as the
 * domain does. Safe for use by many threads.
 */
final class CheckedMachine {

  private final Supplier<MachineBackend> backend;
  private final MachineId id;
  private final Duration ample;
  private final AtomicLong generation = new AtomicLong();

  /**
   * @param ample for commands that aren't about time
   */
  CheckedMachine(Supplier<MachineBackend> backend, MachineId id, Duration ample) {
    this.backend = backend;
    this.id = id;
    this.ample = ample;
  }

  MachineId id() {
    return id;
  }

  /** Whether the processes that it sees are its own, so that they can be counted. */
  boolean seesOnlyItself() {
    return backend().isolation() != Isolation.NONE;
  }

  /** The generation of the last move; 0 before the first. */
  long generation() {
    return generation.get();
  }

  CheckedMachine make() {
    return makeAt(generation() + 1);
  }

  CheckedMachine sleep() {
    return sleepAt(generation() + 1);
  }

  CheckedMachine wake() {
    return wakeAt(generation() + 1);
  }

  CheckedMachine delete() {
    return deleteAt(generation() + 1);
  }

  /** A call of that generation, which may be one that comes late or again; so the next three. */
  CheckedMachine makeAt(long number) {
    backend().make(id, at(number));
    return this;
  }

  CheckedMachine sleepAt(long number) {
    backend().sleep(id, at(number));
    return this;
  }

  CheckedMachine wakeAt(long number) {
    backend().wake(id, at(number));
    return this;
  }

  CheckedMachine deleteAt(long number) {
    backend().delete(id, at(number));
    return this;
  }

  /** Asleep and awake again. */
  CheckedMachine sleepAndWake() {
    return sleep().wake();
  }

  CheckedMachine is(Condition expected) {
    Expect.equal("the machine", expected, backend().inspect(id));
    return this;
  }

  Ran run(String line) {
    return run(line, ample);
  }

  Ran run(String line, Duration timeout) {
    return run(new Command(line, null, null, timeout));
  }

  Ran feed(String line, String stdin) {
    return run(new Command(line, stdin, null, ample));
  }

  Ran runIn(String cwd, String line) {
    return run(new Command(line, null, cwd, ample));
  }

  Ran run(Command command) {
    return run(command, new Capture());
  }

  /** Runs it on a thread of its own. */
  Running start(String line) {
    return start(new Command(line, null, null, ample));
  }

  Running start(Command command) {
    return start(command, new Capture());
  }

  /** Runs it on a thread of its own; what it prints goes there. */
  Running start(String line, Capture stdout) {
    return start(new Command(line, null, null, ample), stdout);
  }

  private Running start(Command command, Capture stdout) {
    CompletableFuture<Ran> end = new CompletableFuture<>();
    Thread caller =
        Bench.thread(
            "command",
            () -> {
              try {
                end.complete(run(command, stdout));
              } catch (RuntimeException | Error failure) {
                end.completeExceptionally(failure);
              }
            });
    return new Running(stdout, caller, end);
  }

  /** Comes back when the file is there; fails if it never comes. */
  void await(String file) {
    Ran ran = run("until [ -e " + file + " ]; do sleep 0.05; done", ample.dividedBy(2));
    if (!ran.outcome().equals(new Outcome.Exited(0))) {
      throw new Unmet(
          "the file " + file + " to be made by a command that runs", Shown.of(ran.outcome()));
    }
  }

  /** Runs it at that generation. */
  Ran runAt(long number, String line) {
    return run(number, new Command(line, null, null, ample), new Capture());
  }

  Ran run(Command command, Capture stdout) {
    return run(Math.max(1, generation()), command, stdout);
  }

  private Ran run(long number, Command command, Capture stdout) {
    Capture stderr = new Capture();
    long start = System.nanoTime();
    Outcome outcome = backend().run(id, new Generation(number), command, stdout, stderr);
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    stdout.ended();
    stderr.ended();
    return new Ran(command, outcome, stdout, stderr, took);
  }

  private Generation at(long number) {
    generation.accumulateAndGet(number, Math::max);
    return new Generation(number);
  }

  private MachineBackend backend() {
    return backend.get();
  }
}
