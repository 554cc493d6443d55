package com.personalagentproxy.sandbox.simulation;

import com.personalagentproxy.sandbox.activity.Activity;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.MachineState;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.task.Tasks;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks at every change of a row and at every deed of the backend, and knows who did it. */
final class Judge {

  /** How far a server's clock may be off the true time. */
  static final Duration MOST_SKEW = Duration.ofSeconds(4);

  /** For how long machines that no row knows are kept here. */
  static final Duration ORPHANS_KEPT = Duration.ofMinutes(12);

  private static final Duration IDLE_AFTER = Duration.ofMinutes(30);

  private final Installation installation;
  private final Witness witness;
  private final Map<SandboxId, Sandbox> rows = new LinkedHashMap<>();
  private final Map<SandboxId, Instant> lastUse = new HashMap<>();
  private final Map<SandboxId, @Nullable Call> claimants = new HashMap<>();
  private final Set<SandboxId> removed = new HashSet<>();
  private final Map<String, Call> commands = new HashMap<>();
  private boolean anyFault;
  private boolean weather;

  Judge(Installation installation, Witness witness) {
    this.installation = installation;
    this.witness = witness;
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
    weather = true;
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

  // Ports were called.

  /** A server is about to ask the backend for a move. */
  void asks(@Nullable Call call, MachineId machine, Generation generation, String verb) {
    SandboxId id = new SandboxId(machine.value());
    Sandbox row = rows.get(id);
    if (row == null || row.generation().compareTo(generation) > 0) {
      return; // It comes too late, which the backend must find out (M2).
    }
    must(
        row.generation().equals(generation),
        "%s asks for %s of %s at generation %s, which nobody has claimed (M1).",
        call,
        verb,
        id,
        generation.number());
    must(
        claimants.get(id) == call,
        "%s asks for %s of %s at generation %s, which %s has claimed (M1).",
        call,
        verb,
        id,
        generation.number(),
        claimants.get(id));
  }

  /** A server is about to have a command run. */
  void asksToRun(@Nullable Call call, Command command) {
    must(
        call != null
            && call.countsUntil != null
            && !call.countsUntil.minus(command.timeout()).isBefore(call.server.ports.now()),
        "%s may run for %s, longer than it counts as running (L6).",
        call,
        command.timeout());
  }

  /** A port did what it was asked. */
  void did(@Nullable Call call, Class<?> port, String method, @Nullable Object result) {
    if (port == SandboxStore.class) {
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
    Set<SandboxId> gone = new HashSet<>(rows.keySet());
    for (Sandbox now : installation.store.all()) {
      gone.remove(now.id());
      Sandbox before = rows.put(now.id(), now);
      if (before == null) {
        added(call, now);
      } else if (!before.equals(now)) {
        changed(call, before, now);
      }
    }
    for (SandboxId id : gone) {
      Sandbox before = rows.remove(id);
      if (before != null) {
        removed(before);
      }
    }
  }

  private void added(@Nullable Call call, Sandbox row) {
    must(!removed.contains(row.id()), "Sandbox %s is there again after it was deleted.", row.id());
    must(
        rows.values().stream().map(Witness::key).distinct().count() == rows.size(),
        "Two sandboxes of one connection bear the name %s (N1).",
        row.name());
    claimants.put(row.id(), call);
    installation.story.name(row.id().value(), "[" + row.name().text() + " " + rows.size() + "]");
  }

  private void removed(Sandbox row) {
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
    removed.add(row.id());
  }

  private void changed(@Nullable Call call, Sandbox before, Sandbox now) {
    must(
        call == null || !call.isLooking(),
        "%s changed sandbox %s, though looking changes nothing (M8).",
        call,
        now.id());
    boolean isUse = false;
    if (!now.generation().equals(before.generation())) {
      claimed(call, before, now);
    } else if (!now.state().equals(before.state())) {
      settled(call, now);
      isUse = now.state().is(StateName.AWAKE);
    }
    if (now.admissions() != before.admissions()) {
      admitted(call, before, now);
      isUse = true;
    } else if (now.running().size() < before.running().size()) {
      isUse = true;
      if (call != null && call.admissions > 0) {
        countedOut(call, now);
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

  private void countedOut(Call call, Sandbox now) {
    call.isCountedOut = true;
    SimulatedMachines.Machine machine = installation.machines.machine(now.id().machine());
    must(
        machine == null || machine.running.stream().noneMatch(run -> run.word.equals(call.word)),
        "%s was counted out while it ran (L6).",
        call);
  }

  private void claimed(@Nullable Call call, Sandbox before, Sandbox now) {
    must(
        now.generation().equals(before.generation().next())
            && now.state() instanceof MachineState.OnTheWay,
        "Sandbox %s went from generation %s to %s and is %s (M2).",
        now.id(),
        before.generation().number(),
        now.generation().number(),
        now.state().name());
    Call claimant = claimants.put(now.id(), call);
    if (call == null) {
      return;
    }
    call.claims++;
    StateName to = now.state().name();
    if (before.state() instanceof MachineState.OnTheWay way && to != StateName.DELETING) {
      must(
          claimant == call || !way.deadline().isAfter(call.server.ports.now()),
          "%s took %s of sandbox %s over from %s before its deadline (M3, M6).",
          call,
          before.state().name(),
          now.id(),
          claimant);
    }
    must(
        !call.isLeased() || call.kind != Call.Kind.RUN || call.admissions > 0,
        "%s moved sandbox %s before it was admitted (L5, M4).",
        call,
        now.id());
    must(
        isItsToMove(call.kind, before.state().name(), to),
        "%s took sandbox %s from %s to %s, which nobody asked of it.",
        call,
        now.id(),
        before.state().name(),
        to);
    if (call.kind == Call.Kind.SWEEP && before.state().is(StateName.AWAKE)) {
      idle(call, before);
    }
    boolean isAgentsOwn =
        (call.kind == Call.Kind.SLEEP && before.state().is(StateName.AWAKE))
            || (call.kind == Call.Kind.DELETE && to == StateName.DELETING && claimant != call);
    if (isAgentsOwn) {
      must(
          !Witness.isRunningCommands(before, call.server.ports.now()),
          "%s moved sandbox %s while a command ran in it (L7).",
          call,
          now.id());
      must(
          call.sawItMayWork,
          "%s moved sandbox %s, which was another task's all the time (L7).",
          call,
          now.id());
    }
  }

  private static boolean isItsToMove(Call.Kind kind, StateName from, StateName to) {
    return switch (kind) {
      case RUN, WAKE, PERSON_WAKES -> to == StateName.WAKING;
      case SLEEP, PERSON_SLEEPS -> to == StateName.FALLING_ASLEEP;
      case DELETE, PERSON_DELETES -> to == StateName.DELETING;
      case CREATE -> to == StateName.WAKING || from == StateName.CREATING;
      case SWEEP ->
          switch (from) {
            case CREATING -> to == StateName.CREATING || to == StateName.DELETING;
            case AWAKE -> to == StateName.FALLING_ASLEEP;
            case ASLEEP -> to == StateName.FALLING_ASLEEP;
            case LOST -> to == StateName.FALLING_ASLEEP || to == StateName.WAKING;
            case FALLING_ASLEEP, WAKING, DELETING -> to == from;
          };
      case LIST, GET, START_TASK, FINISH_TASK -> false;
    };
  }

  private void idle(Call call, Sandbox before) {
    must(
        !Witness.isRunningCommands(before, call.server.ports.now()),
        "%s put sandbox %s to sleep under a running command (M8).",
        call,
        before.id());
    Duration unused =
        Duration.between(lastUse.getOrDefault(before.id(), installation.now()), installation.now());
    must(
        unused.plus(MOST_SKEW).plus(MOST_SKEW).compareTo(IDLE_AFTER) >= 0,
        "%s put sandbox %s to sleep %s after its last use (M8).",
        call,
        before.id(),
        unused);
  }

  private void settled(@Nullable Call call, Sandbox now) {
    must(
        now.state() instanceof MachineState.Settled,
        "Sandbox %s came to be %s without a new generation (M2).",
        now.id(),
        now.state().name());
    must(
        claimants.get(now.id()) == call || now.state().is(StateName.LOST),
        "%s settled sandbox %s, which %s has claimed (M1).",
        call,
        now.id(),
        claimants.get(now.id()));
    SimulatedMachines.Machine machine = installation.machines.machine(now.id().machine());
    if (now.state().is(StateName.ASLEEP)) {
      must(
          machine == null || !machine.isAwake,
          "%s settled sandbox %s as asleep, and its machine is awake (M5).",
          call,
          now.id());
    } else if (now.state().is(StateName.AWAKE)) {
      must(
          weather || (machine != null && machine.isAwake),
          "%s settled sandbox %s as awake, and its machine is not (M5).",
          call,
          now.id());
      lastUse.put(now.id(), now.state().since());
    }
  }

  private void admitted(@Nullable Call call, Sandbox before, Sandbox now) {
    if (call == null || call.task == null || now.lease() == null) {
      throw new Violation("A command was admitted to " + now.id() + " for nobody: " + call);
    }
    call.admissions++;
    call.entries++;
    commands.put(call.word, call);
    must(call.admissions == 1, "%s was admitted to %s twice.", call, now.id());
    must(
        !before.state().is(StateName.DELETING) && !before.state().is(StateName.LOST),
        "%s was admitted to sandbox %s, which is %s.",
        call,
        now.id(),
        before.state().name());
    boolean isUnderThatLease = witness.isAtOrBelow(call.task, now.lease().holder());
    must(
        isUnderThatLease, "%s was admitted to %s under another task's lease (L4).", call, now.id());
    boolean othersRun =
        before.lease() != null
            && !now.lease().holder().equals(before.lease().holder())
            && Witness.isRunningCommands(before, call.server.ports.now());
    must(!othersRun, "%s took %s from under a running command (L6).", call, now.id());
    must(
        call.sawItMayWork || witness.mayWork(before, call.task, call.server.ports.now()),
        "%s was admitted to %s, which was another task's all the time (L1, L5).",
        call,
        now.id());
    call.admittedUnder = now.lease().holder();
    call.countsUntil = now.running().get(now.running().size() - 1).deadline();
  }

  // The backend does it.

  /** A command begins in a machine. */
  void runs(MachineId machine, SimulatedMachines.Machine in, SimulatedMachines.Run run) {
    Call call = commands.get(run.word);
    must(call != null && call.admissions > 0, "%s runs and was never admitted (M4).", run.word);
    must(
        call == null || !call.isCountedOut, "%s began to run after it was counted out (L6).", call);
    must(
        !removed.contains(new SandboxId(machine.value())),
        "A command runs in machine %s, which was deleted.",
        machine);
    for (SimulatedMachines.Run other : in.running) {
      Call others = commands.get(other.word);
      if (call != null && others != null && counts(call) && counts(others)) {
        must(
            call.admittedUnder != null && call.admittedUnder.equals(others.admittedUnder),
            "%s and %s run in machine %s at once, for two tasks (L1, L6).",
            call,
            others,
            machine);
      }
    }
  }

  private boolean counts(Call call) {
    return !call.isCountedOut
        && call.countsUntil != null
        && call.countsUntil.isAfter(installation.now().plus(MOST_SKEW));
  }

  /** A command has ended in a machine. */
  void ended(MachineId machine, SimulatedMachines.Run run) {
    Call call = commands.get(run.word);
    if (call != null && counts(call)) {
      lastUse.put(new SandboxId(machine.value()), installation.now());
    }
  }

  /** A machine falls asleep because it was asked to. */
  void sleeps(MachineId machine, SimulatedMachines.Machine asleep) {
    Call claimant = claimants.get(new SandboxId(machine.value()));
    if (claimant == null || claimant.isByPerson() || !asleep.isAwake) {
      return;
    }
    for (SimulatedMachines.Run run : asleep.running) {
      Call call = commands.get(run.word);
      must(
          call == null || !counts(call),
          "Machine %s fell asleep for %s while %s ran in it (M8, L7).",
          machine,
          claimant,
          call);
    }
  }

  /** A machine is made anew, on an empty disk. */
  void makes(MachineId machine) {
    must(
        weather || !removed.contains(new SandboxId(machine.value())),
        "The machine of sandbox %s came back after it was deleted (M7).",
        machine);
  }

  /** A machine and its disk are deleted. */
  void deletes(MachineId machine) {
    Sandbox row = rows.get(new SandboxId(machine.value()));
    must(
        row == null || row.state().is(StateName.DELETING),
        "The machine of sandbox %s, which is %s, was deleted: its disk is lost (M5).",
        machine,
        row == null ? "gone" : row.state().name());
  }

  @SuppressWarnings("AnnotateFormatMethod")
  static void must(boolean so, String otherwise, @Nullable Object... about) {
    if (!so) {
      throw new Violation(otherwise.formatted(about));
    }
  }
}
