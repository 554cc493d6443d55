package com.personalagentproxy.sandbox.simulation;

import com.personalagentproxy.sandbox.activity.Activity;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.collection.Shortcut;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.task.Tasks;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks at every change of a row and at every deed of the backend, and knows who did it. */
final class Judge {

  /** How far a server's clock may be off the true time. */
  static final Duration MOST_SKEW = Duration.ofSeconds(4);

  /** For how long machines that no row knows are kept here. */
  static final Duration ORPHANS_KEPT = Duration.ofMinutes(12);

  private final Installation installation;
  private final Witness witness;
  private final Docket docket = new Docket();
  private boolean anyFault;

  /** Judges what servers ask for commands. */
  final CommandJudge commands;

  /** Judges what servers ask of machines. */
  final MoveJudge moves;

  Judge(Installation installation, Witness witness) {
    this.installation = installation;
    this.witness = witness;
    this.commands = new CommandJudge(installation, docket, witness);
    this.moves = new MoveJudge(installation, docket, commands);
  }

  /** Something went wrong with a call of a port. */
  void faultIn(@Nullable Call call) {
    anyFault = true;
    if (call != null) {
      call.isFaulty = true;
    }
  }

  /** The world did something to the machines. */
  void weather() {
    anyFault = true;
    docket.hasWeather = true;
  }

  boolean hasSeenFaults() {
    return anyFault;
  }

  void begins(Call call) {
    witness.begins(call);
  }

  void ends(Call call) {
    witness.ends(call);
  }

  /** Its caller got an answer. */
  void answered(Call call) {
    must(
        call.agent == null || call.entries > 0, "%s was answered and not written down (H1).", call);
  }

  /** A port did what it was asked. */
  void did(@Nullable Call call, Class<?> port, String method, @Nullable Object result) {
    if (port == Shortcut.class
        && call != null
        && result instanceof Optional<?> kept
        && kept.orElse(null) instanceof Shortcut.Kept own) {
      call.task = own.task().id();
    }
    if (port == SandboxStore.class || port == Shortcut.class) {
      lookAtRows(call);
    } else if (port == Activity.class && call != null && method.equals("write")) {
      call.entries++;
    } else if (port == Tasks.class
        && call != null
        && result instanceof Task task
        && method.equals("own")) {
      call.task = task.id();
    }
  }

  private void lookAtRows(@Nullable Call call) {
    Set<SandboxId> gone = new HashSet<>(docket.rows.keySet());
    for (Sandbox now : installation.store.all()) {
      gone.remove(now.id());
      Sandbox before = docket.rows.put(now.id(), now);
      if (before == null) {
        added(call, now);
      } else if (!before.equals(now)) {
        changed(call, before, now);
      }
    }
    for (SandboxId id : gone) {
      Sandbox before = docket.rows.remove(id);
      if (before != null) {
        takenOut(before);
      }
    }
  }

  private void added(@Nullable Call call, Sandbox row) {
    must(
        !docket.removed.contains(row.id()),
        "Sandbox %s is there again after it was deleted.",
        row.id());
    must(
        docket.rows.values().stream().map(Witness::key).distinct().count() == docket.rows.size(),
        "Two sandboxes of one connection bear the name %s (N1).",
        row.name());
    docket.claimants.put(row.id(), call);
    installation.story.name(
        row.id().value(), "[" + row.name().text() + " " + docket.rows.size() + "]");
  }

  private void takenOut(Sandbox row) {
    must(
        row.state().is(StateName.DELETING),
        "Sandbox %s was taken out while it was %s (M7).",
        row.id(),
        row.state().name());
    must(
        installation.machines.machine(row.id().machine()) == null
            || installation.machines.wasEverLost(row.id().machine()),
        "Sandbox %s was taken out and its machine is still there (M7).",
        row.id());
    docket.removed.add(row.id());
  }

  private void changed(@Nullable Call call, Sandbox before, Sandbox now) {
    must(
        call == null || !call.isLooking(),
        "%s changed sandbox %s, though looking changes nothing (M8).",
        call,
        now.id());
    boolean isUse = false;
    if (!now.generation().equals(before.generation())) {
      moves.claimed(call, before, now);
    } else if (!now.state().equals(before.state())) {
      moves.settled(call, now);
      isUse = now.state().is(StateName.AWAKE);
    }
    if (now.admissions() != before.admissions()) {
      commands.admitted(call, before, now);
      isUse = true;
    } else if (isJoinedByAPerson(before, now)) {
      commands.joined(call, before, now);
      isUse = true;
    } else if (now.running().size() < before.running().size()) {
      isUse = true;
      if (call != null && call.admissions > 0) {
        commands.countedOut(call, now);
      }
    }
    if (!isUse) {
      must(
          now.lastUsed().equals(before.lastUsed()),
          "%s counted as use of sandbox %s (M8).",
          call,
          now.id());
    }
  }

  private static boolean isJoinedByAPerson(Sandbox before, Sandbox now) {
    return now.running().stream()
        .anyMatch(command -> command.task() == null && !before.running().contains(command));
  }

  /** Whether all is on its disk that was ever written there (M5). */
  void readsDisk(MachineId id, SimulatedMachines.Machine machine) {
    must(
        installation.machines.wasEverLost(id) || machine.disk.containsAll(docket.written(id)),
        "What was written in machine %s is not all there in the end (M5).",
        id);
  }

  @SuppressWarnings("AnnotateFormatMethod")
  static void must(boolean so, String otherwise, @Nullable Object... about) {
    if (!so) {
      throw new Violation(otherwise.formatted(about));
    }
  }
}
