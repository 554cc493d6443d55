package com.personalagentproxy.sandbox.life;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Port: what became of sandboxes. No write of the {@link SandboxStore} that brings a row into
 * another state, makes one or takes one out leaves it out; nothing else is written in it, and
 * nothing is decided by it. What it costs to look grows with what is given. Implementations are
 * safe for use by many threads.
 */
public interface Chronicle {

  /** More than any step's number. */
  long NO_NUMBER = Long.MAX_VALUE;

  /**
   * The steps of one sandbox, the newest first.
   *
   * @param before only those with a lower number
   */
  List<Step> of(SandboxId sandbox, long before, int limit);

  /**
   * The first steps with a higher number, in these connections.
   *
   * @param after a step that was written within the last seconds may have a lower number than one
   *     that is seen already: who wants all gives a number from before ({@link #numberAt})
   */
  Steps since(long after, Collection<ConnectionId> connections, int limit);

  /**
   * A number so that all steps at or after that time have a higher one, of a time some seconds ago;
   * it may be lower than need be.
   */
  long numberAt(Instant since);

  /** Those of the sandboxes that are there, as they are now. */
  List<Sandbox> now(Collection<SandboxId> sandboxes);

  /** Those that are awake and were last used at or after that time, the last used first. */
  List<Sandbox> usedSince(Instant since, Collection<ConnectionId> connections, int limit);

  /** Those whose lease names one of the tasks, whether or not it still counts. */
  List<Sandbox> heldBy(Collection<TaskId> tasks, Collection<ConnectionId> connections, int limit);

  /**
   * Takes out steps from before that time, the oldest first.
   *
   * @return how many; less than the limit if there are no more
   */
  int clear(Instant before, int limit);

  /** Of a store that keeps no steps: who looks sees how sandboxes are now, and no changes. */
  static Chronicle none(SandboxStore store) {
    return new Chronicle() {
      @Override
      public List<Step> of(SandboxId sandbox, long before, int limit) {
        return List.of();
      }

      @Override
      public Steps since(long after, Collection<ConnectionId> connections, int limit) {
        return new Steps(List.of(), 0);
      }

      @Override
      public long numberAt(Instant since) {
        return 0;
      }

      @Override
      public List<Sandbox> now(Collection<SandboxId> sandboxes) {
        return sandboxes.stream().map(store::find).flatMap(Optional::stream).toList();
      }

      @Override
      public List<Sandbox> usedSince(
          Instant since, Collection<ConnectionId> connections, int limit) {
        return List.of();
      }

      @Override
      public List<Sandbox> heldBy(
          Collection<TaskId> tasks, Collection<ConnectionId> connections, int limit) {
        return List.of();
      }

      @Override
      public int clear(Instant before, int limit) {
        return 0;
      }
    };
  }
}
