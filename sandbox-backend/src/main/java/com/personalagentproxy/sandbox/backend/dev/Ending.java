package com.personalagentproxy.sandbox.backend.dev;

import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.BackendException;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Ends one command (X5): TERM to all its processes, KILL two seconds later to those that are left.
 *
 * @param processes the command's
 * @param end how it ended
 * @param machine the machine it runs in
 */
record Ending(Processes processes, CommandEnd end, Machine machine) {

  /** What the command is in. */
  @FunctionalInterface
  interface Machine {

    /** Ends all of its processes; commands that run in it are told why. */
    void end(String why) throws IOException;
  }

  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final Duration KILL = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(5);

  /**
   * Comes back when nothing of the command is left alive, whatever it takes: one that is out of
   * reach, or only about to start, is ended with all the machine. The machine is asleep then, and
   * whoever uses it next learns so by waking it.
   *
   * @return what became of the command if that isn't just that it was ended
   * @throws BackendException.Unreachable if some of it can't be ended, and so may still run
   */
  Outcome.@Nullable Lost inTime() throws InterruptedException {
    boolean none = processes.terminate(GRACE) || processes.kill(KILL);
    Outcome meanwhile = end.await(ANSWER);
    if (meanwhile instanceof Outcome.Lost lost) {
      return lost;
    }
    if (!none || meanwhile == null) {
      try {
        machine.end(
            "Another command couldn't be ended in its time, so all of the machine's processes were.");
      } catch (IOException left) {
        throw new BackendException.Unreachable(
            "The command was to end, but not all of its processes could be ended: some may still run. Put the machine to sleep; if that fails too, end them by hand.",
            left);
      }
    }
    return null;
  }
}
