package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineBackend.Listed;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/** What one check works on: the backend, and machines that are deleted when it is over. */
final class Bench {

  /** Above all that a check uses, and small enough for every notation of numbers. */
  private static final Generation LAST = new Generation(1_000_000_000_000L);

  private static final int TRIES = 3;
  private static final int PAGE = 100;

  private static final Duration AMPLE = Duration.ofSeconds(50);

  private static final int BRIEF_SECONDS = 2;
  private static final int LONGEST_BRIEF_SECONDS = 6;

  private final BackendUnderCheck under;
  private final Duration ample;
  private final Duration brief;
  private final Queue<MachineId> machines = new ConcurrentLinkedQueue<>();
  private volatile boolean cleared;

  /**
   * @param patience how many times as long as usual things may take that aren't about time
   */
  Bench(BackendUnderCheck under, int patience) {
    this.under = under;
    Duration longest = Duration.ofSeconds(Command.LONGEST_TIMEOUT);
    Duration asked = AMPLE.multipliedBy(patience);
    ample = asked.compareTo(longest) < 0 ? asked : longest;
    brief = Duration.ofSeconds(Math.min(BRIEF_SECONDS * patience, LONGEST_BRIEF_SECONDS));
  }

  /** As long as a command may take that isn't about time. */
  Duration ample() {
    return ample;
  }

  /** So short a time that a command has just begun when it is up: seconds. */
  Duration brief() {
    return brief;
  }

  MachineBackend backend() {
    return under.backend();
  }

  BackendUnderCheck under() {
    return under;
  }

  /** A machine that nobody has heard of. */
  CheckedMachine unknown() {
    return known(new MachineId(UUID.randomUUID()));
  }

  /** A machine that was just made, at generation 1. */
  CheckedMachine made() {
    return unknown().make();
  }

  /** So many of them, in the order of their ids. */
  List<CheckedMachine> made(int count) {
    return Stream.generate(this::made)
        .limit(count)
        .sorted((one, other) -> one.id().compareTo(other.id()))
        .toList();
  }

  /** The machine of that id, which is deleted with the others. */
  CheckedMachine known(MachineId id) {
    machines.add(id);
    if (cleared) {
      // Of a check that was given up and goes on.
      throw new IllegalStateException("The check is over.");
    }
    return new CheckedMachine(this::backend, id, ample);
  }

  /** All that is listed, read in pages of that many; fails if a page is longer. */
  List<Listed> listed(int limit) {
    List<Listed> all = new ArrayList<>();
    List<Listed> page = backend().list(null, limit);
    while (!page.isEmpty()) {
      Expect.that(page.size() <= limit, "at most " + limit + " machines on a page", page.size());
      MachineId last = page.get(page.size() - 1).machine();
      Expect.that(
          all.isEmpty() || all.get(all.size() - 1).machine().compareTo(last) < 0,
          "a page to start after the one before",
          last);
      all.addAll(page);
      page = backend().list(last, limit);
    }
    return all;
  }

  /** How the machine is listed; empty if it isn't. */
  Optional<Listed> listed(CheckedMachine machine) {
    return listed(PAGE).stream().filter(it -> it.machine().equals(machine.id())).findAny();
  }

  /** How the machine is listed; fails if it isn't. */
  Listed entry(CheckedMachine machine) {
    return listed(machine)
        .orElseThrow(
            () -> new Unmet("machine " + machine.id() + " to be listed", "a list without it"));
  }

  /** Deletes the machines; says in a sentence what couldn't be. */
  List<String> clear() {
    cleared = true;
    List<String> complaints = new ArrayList<>();
    for (MachineId id : machines) {
      clear(id).ifPresent(complaints::add);
    }
    return complaints;
  }

  private Optional<String> clear(MachineId id) {
    String why = "";
    for (int time = 0; time < TRIES; time++) {
      try {
        backend().delete(id, LAST);
        return Optional.empty();
      } catch (BackendException failure) {
        why = Shown.of(failure);
      } catch (RuntimeException failure) {
        why = "not with a BackendException: " + Shown.of(failure);
      }
    }
    return Optional.of("Machine %s can't be deleted: %s. Delete it by hand.".formatted(id, why));
  }

  /** Starts a thread that keeps no process alive. */
  static Thread thread(String name, Runnable task) {
    Thread thread = new Thread(task, "conformance-" + name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
