package com.personalagentproxy.sandbox.machine;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Port: the service that keeps machines. Every method is safe to repeat and safe for use by many
 * threads, and comes back within a bound of its own, if only with {@link
 * BackendException.Unreachable}.
 *
 * <p>Every change carries the generation. The backend remembers the highest it has seen for a
 * machine and refuses a lower one with {@link BackendException.StaleGeneration}, changing nothing
 * (M2). The same generation again repeats the change.
 */
public interface MachineBackend {

  /**
   * What separates a machine from this computer and from other machines. Told to people as it is.
   */
  enum Isolation {
    /** Nothing: its commands run as the server's user and see what that user sees. */
    NONE,
    /** Own view of files and processes in kernel namespaces. */
    NAMESPACE,
    CONTAINER,
    VIRTUAL_MACHINE
  }

  /** How a machine is, as the backend sees it. */
  enum Condition {
    AWAKE,
    ASLEEP,
    /** The backend keeps no such machine. */
    ABSENT
  }

  /**
   * A machine as the backend lists it.
   *
   * @param seen the highest generation seen for it (M2)
   * @param condition awake or asleep; one whose deletion was begun and not finished is asleep
   * @param since when a call of that generation came first, by the backend's own clock: so a
   *     machine that was made or moved a moment ago is new, and a call that is only repeated
   *     doesn't make it newer
   */
  record Listed(MachineId machine, Generation seen, Condition condition, Instant since) {
    public Listed {
      if (condition == Condition.ABSENT) {
        throw new IllegalArgumentException(
            "Machine " + machine + " is absent, so it can't be listed.");
      }
    }
  }

  /**
   * Something of this contract that a backend can't do.
   *
   * @param check the name of the conformance suite's check that shows it
   * @param why a sentence, for people
   */
  record Gap(String check, String why) {}

  /** Whether there is a backend at all; without one, sandboxes aren't offered (C6). */
  default boolean isThere() {
    return true;
  }

  Isolation isolation();

  /** In a sentence, for people: what machines are here, and what separates them. */
  String description();

  /** What of this contract it can't do, as it says itself; nothing, for most. */
  default List<Gap> gaps() {
    return List.of();
  }

  /**
   * Makes the machine and leaves it awake, with an empty home folder. A machine that is there
   * already is woken.
   */
  void make(MachineId machine, Generation generation);

  /**
   * Wakes the machine; one that is awake stays so. Its files are as they were, its processes are
   * gone (X13).
   *
   * @throws BackendException.MachineGone if there is no such machine any more
   */
  void wake(MachineId machine, Generation generation);

  /**
   * Puts the machine to sleep: keeps its files and ends its processes. Commands that run in it end
   * with {@link Outcome.Lost}. One that is asleep stays so.
   *
   * @throws BackendException.MachineGone if there is no such machine any more
   */
  void sleep(MachineId machine, Generation generation);

  /**
   * Deletes the machine and all it keeps; comes back when it is gone. One that isn't there is gone
   * already.
   */
  void delete(MachineId machine, Generation generation);

  /** How the machine is. */
  Condition inspect(MachineId machine);

  /**
   * A page of the machines that the backend keeps something of and that carry this installation's
   * mark, in the order of their ids (M12). A machine gets the mark of the installation whose calls
   * make or move it; one without it is never listed. What comes and goes between two pages may be
   * left out; nothing is listed twice.
   *
   * @param after the last machine of the page before; absent for the first page
   * @param limit how many at most, 1 or more; what a page costs is bounded by it
   * @return fewer than that at the backend's discretion; empty only when there are no more
   */
  List<Listed> list(@Nullable MachineId after, int limit);

  /**
   * Runs a command in a machine that is awake, and comes back when its own process has ended (X7)
   * or its time is up (X5). Output goes to the sinks as it comes; all of it that counts has gone
   * there when this returns (X8). {@link Outcome.Lost} says that it runs no more, {@link
   * BackendException.Unreachable} that it may; after any other exception nothing was run.
   *
   * <p>Interrupting the thread ends the command as when its time is up: its processes get TERM, and
   * KILL two seconds later. It comes back then with how the command ended, which may be {@link
   * Outcome.Exited}, {@link Outcome.Signalled} or {@link Outcome.Lost}, and with all it printed
   * until then; the thread stays interrupted. Who can only tell another to end it, and is not told
   * that it has, throws {@link BackendException.Unreachable}. One that wasn't begun is not run.
   *
   * @throws BackendException.MachineAsleep if the machine is asleep; nothing was run (M10)
   * @throws BackendException.MachineGone if there is no such machine any more; nothing was run
   */
  Outcome run(
      MachineId machine,
      Generation generation,
      Command command,
      OutputSink stdout,
      OutputSink stderr);
}
