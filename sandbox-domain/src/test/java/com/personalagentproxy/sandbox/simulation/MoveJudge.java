package com.personalagentproxy.sandbox.simulation;

import static com.personalagentproxy.sandbox.simulation.Judge.must;

import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.MachineState;
import com.personalagentproxy.sandbox.machine.StateName;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Whether whoever moves a machine may (L7, M1 to M8). */
final class MoveJudge {

  private static final Duration IDLE_AFTER = Duration.ofMinutes(30);

  private final Installation installation;
  private final Docket docket;
  private final CommandJudge commandJudge;

  MoveJudge(Installation installation, Docket docket, CommandJudge commandJudge) {
    this.installation = installation;
    this.docket = docket;
    this.commandJudge = commandJudge;
  }

  /** A server is about to ask the backend for a move. */
  void asks(@Nullable Call call, MachineId machine, Generation generation, String verb) {
    SandboxId id = new SandboxId(machine.value());
    Sandbox row = docket.rows.get(id);
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
        docket.claimants.get(id) == call,
        "%s asks for %s of %s at generation %s, which %s has claimed (M1).",
        call,
        verb,
        id,
        generation.number(),
        docket.claimants.get(id));
  }

  /** A move of the row was claimed. */
  void claimed(@Nullable Call call, Sandbox before, Sandbox now) {
    must(
        now.generation().equals(before.generation().next())
            && now.state() instanceof MachineState.OnTheWay,
        "Sandbox %s went from generation %s to %s and is %s (M2).",
        now.id(),
        before.generation().number(),
        now.generation().number(),
        now.state().name());
    Call claimant = docket.claimants.put(now.id(), call);
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
          !Witness.isWorkedIn(before, call.server.ports.now()),
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
      case RUN, WAKE, PERSON_WAKES, PERSON_RUNS -> to == StateName.WAKING;
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
        Duration.between(
            docket.lastUse.getOrDefault(before.id(), installation.now()), installation.now());
    must(
        unused.plus(Judge.MOST_SKEW).plus(Judge.MOST_SKEW).compareTo(IDLE_AFTER) >= 0,
        "%s put sandbox %s to sleep %s after its last use (M8).",
        call,
        before.id(),
        unused);
  }

  /** A move of the row was settled. */
  void settled(@Nullable Call call, Sandbox now) {
    must(
        now.state() instanceof MachineState.Settled,
        "Sandbox %s came to be %s without a new generation (M2).",
        now.id(),
        now.state().name());
    must(
        docket.claimants.get(now.id()) == call || now.state().is(StateName.LOST),
        "%s settled sandbox %s, which %s has claimed (M1).",
        call,
        now.id(),
        docket.claimants.get(now.id()));
    SimulatedMachines.Machine machine = installation.machines.machine(now.id().machine());
    if (now.state().is(StateName.ASLEEP)) {
      must(
          machine == null || !machine.isAwake,
          "%s settled sandbox %s as asleep, and its machine is awake (M5).",
          call,
          now.id());
    } else if (now.state().is(StateName.AWAKE)) {
      must(
          docket.hasWeather || (machine != null && machine.isAwake),
          "%s settled sandbox %s as awake, and its machine is not (M5).",
          call,
          now.id());
      docket.lastUse.put(now.id(), now.state().since());
    }
  }

  /** A machine falls asleep because it was asked to. */
  void sleeps(MachineId machine, SimulatedMachines.Machine asleep) {
    Call claimant = docket.claimants.get(new SandboxId(machine.value()));
    if (claimant == null || claimant.isByPerson() || !asleep.isAwake) {
      return;
    }
    for (SimulatedMachines.Run run : asleep.running) {
      Call call = docket.commands.get(run.word);
      must(
          call == null || call.isByPerson() || !commandJudge.counts(call),
          "Machine %s fell asleep for %s while %s ran in it (M8, L7).",
          machine,
          claimant,
          call);
    }
  }

  /** A machine is made anew, on an empty disk. */
  void makes(MachineId machine) {
    must(
        docket.hasWeather || !docket.removed.contains(new SandboxId(machine.value())),
        "The machine of sandbox %s came back after it was deleted (M7).",
        machine);
  }

  /** A machine and its disk are deleted. */
  void deletes(MachineId machine) {
    Sandbox row = docket.rows.get(new SandboxId(machine.value()));
    must(
        row == null || row.state().is(StateName.DELETING),
        "The machine of sandbox %s, which is %s, was deleted: its disk is lost (M5).",
        machine,
        row == null ? "gone" : row.state().name());
  }
}
