package com.personalagentproxy.sandbox.simulation;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Looks on after every step, and keeps for each call under way what was so while it was. Says by
 * its own reading of the rules who may work where; none of it is the domain's code.
 */
final class Witness {

  private static final Duration LEFT_OPEN_AFTER = Duration.ofMinutes(20);

  private final Installation installation;
  private final List<Call> underWay = new ArrayList<>();
  private final Map<Agent, Set<ConnectionId>> reach = new HashMap<>();

  Witness(Installation installation) {
    this.installation = installation;
  }

  void begins(Call call) {
    underWay.add(call);
    look(call);
  }

  void ends(Call call) {
    look(call);
    underWay.remove(call);
  }

  void look() {
    for (Call call : underWay) {
      look(call);
    }
  }

  private void look(Call call) {
    if (call.reference.isEmpty()) {
      return;
    }
    List<Sandbox> bearers = bearers(call);
    call.sawNone |= bearers.isEmpty() || bearers.size() < call.bearers;
    call.bearers = bearers.size();
    call.sawSeveral |= bearers.size() > 1;
    for (Sandbox row : bearers) {
      call.sawStates.add(row.state().name());
      if (call.isLeased()) {
        boolean mayWork = mayWork(row, call.task, call.server.ports.now());
        call.sawItMayWork |= mayWork;
        call.sawOthersHold |= !mayWork;
        call.sawCommands |= isWorkedIn(row, call.server.ports.now());
      }
    }
    if (call.task != null) {
      call.sawTaskFinished |= task(call.task).map(Task::finishedAt).isPresent();
    }
  }

  /** The sandboxes that a call may mean. */
  List<Sandbox> bearers(Call call) {
    Set<ConnectionId> within =
        reach.computeIfAbsent(
            call.agent == null ? installation.laptop : call.agent,
            each ->
                installation.connections.reachedBy(each).stream()
                    .map(Connection::id)
                    .collect(Collectors.toSet()));
    List<Sandbox> bearers = new ArrayList<>();
    for (Sandbox row : installation.store.all()) {
      if (within.contains(row.connection())
          && (row.name().text().equalsIgnoreCase(call.reference)
              || row.id().toString().equals(call.reference))) {
        bearers.add(row);
      }
    }
    return bearers;
  }

  /**
   * L1 to L6 and L8, in the witness' own words.
   *
   * @param task absent while it isn't known yet: one that holds nothing
   */
  boolean mayWork(Sandbox row, @Nullable TaskId task, Instant now) {
    if (row.lease() == null) {
      return true;
    }
    TaskId holder = row.lease().holder();
    boolean holderIsUnderWay =
        task(holder)
            .filter(known -> known.finishedAt() == null)
            .filter(
                known -> Duration.between(known.lastActive(), now).compareTo(LEFT_OPEN_AFTER) < 0)
            .isPresent();
    return (!holderIsUnderWay && !isWorkedIn(row, now)) || isAtOrBelow(task, holder);
  }

  boolean isAtOrBelow(@Nullable TaskId task, TaskId holder) {
    for (TaskId at = task; at != null; at = task(at).map(Task::parent).orElse(null)) {
      if (at.equals(holder)) {
        return true;
      }
    }
    return false;
  }

  /** A task's command runs; a person's is none of anybody's business. */
  static boolean isWorkedIn(Sandbox row, Instant now) {
    return row.running().stream()
        .anyMatch(command -> command.task() != null && command.deadline().isAfter(now));
  }

  static boolean isRunningCommands(Sandbox row, Instant now) {
    return row.running().stream().anyMatch(command -> command.deadline().isAfter(now));
  }

  private Optional<Task> task(TaskId id) {
    return installation.tasks.find(id);
  }

  /** What must be unique in a connection. */
  static String key(Sandbox row) {
    return row.connection() + " " + row.name().text().toLowerCase(Locale.ROOT);
  }
}
