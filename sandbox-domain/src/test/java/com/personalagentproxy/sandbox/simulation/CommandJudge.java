package com.personalagentproxy.sandbox.simulation;

import static com.personalagentproxy.sandbox.simulation.Judge.must;

import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.StateName;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Whether a command may be counted in, run, and be counted out (L1 to L6, M4, X11). */
final class CommandJudge {

  private final Installation installation;
  private final Docket docket;
  private final Witness witness;

  CommandJudge(Installation installation, Docket docket, Witness witness) {
    this.installation = installation;
    this.docket = docket;
    this.witness = witness;
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

  /** A command was counted in. */
  void admitted(@Nullable Call call, Sandbox before, Sandbox now) {
    if (call == null || call.task == null || now.lease() == null) {
      throw new Violation("A command was admitted to " + now.id() + " for nobody: " + call);
    }
    call.admissions++;
    call.entries++;
    docket.commands.put(call.word, call);
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
            && Witness.isWorkedIn(before, call.server.ports.now());
    must(!othersRun, "%s took %s from under a running command (L6).", call, now.id());
    must(
        call.sawItMayWork || witness.mayWork(before, call.task, call.server.ports.now()),
        "%s was admitted to %s, which was another task's all the time (L1, L5).",
        call,
        now.id());
    call.admittedUnder = now.lease().holder();
    call.countsUntil = now.running().get(now.running().size() - 1).deadline();
  }

  /** A person's command was counted in, of which no lease knows. */
  void joined(@Nullable Call call, Sandbox before, Sandbox now) {
    if (call == null || call.kind != Call.Kind.PERSON_RUNS) {
      throw new Violation(call + " counted a person's command in to " + now.id() + ".");
    }
    call.admissions++;
    docket.commands.put(call.word, call);
    must(call.admissions == 1, "%s was counted in to %s twice.", call, now.id());
    must(
        !before.state().is(StateName.DELETING) && !before.state().is(StateName.LOST),
        "%s was counted in to sandbox %s, which is %s.",
        call,
        now.id(),
        before.state().name());
    must(
        Objects.equals(now.lease(), before.lease()),
        "%s took sandbox %s, as no person does.",
        call,
        now.id());
    call.countsUntil = now.running().get(now.running().size() - 1).deadline();
  }

  /** A command was counted out. */
  void countedOut(Call call, Sandbox now) {
    call.isCountedOut = true;
    SimulatedMachines.Machine machine = installation.machines.machine(now.id().machine());
    must(
        machine == null || machine.running.stream().noneMatch(run -> run.word.equals(call.word)),
        "%s was counted out while it ran (L6).",
        call);
  }

  /** A command begins in a machine. */
  void runs(MachineId machine, SimulatedMachines.Machine in, SimulatedMachines.Run run) {
    Call call = docket.commands.get(run.word);
    must(call != null && call.admissions > 0, "%s runs and was never admitted (M4).", run.word);
    must(
        call == null || !call.isCountedOut, "%s began to run after it was counted out (L6).", call);
    must(
        !docket.removed.contains(new SandboxId(machine.value())),
        "A command runs in machine %s, which was deleted.",
        machine);
    for (SimulatedMachines.Run other : in.running) {
      Call others = docket.commands.get(other.word);
      if (call != null
          && others != null
          && !call.isByPerson()
          && !others.isByPerson()
          && counts(call)
          && counts(others)) {
        must(
            call.admittedUnder != null && call.admittedUnder.equals(others.admittedUnder),
            "%s and %s run in machine %s at once, for two tasks (L1, L6).",
            call,
            others,
            machine);
      }
    }
  }

  /** Whether it counts as running, beyond doubt. */
  boolean counts(Call call) {
    return !call.isCountedOut
        && call.countsUntil != null
        && call.countsUntil.isAfter(installation.now().plus(Judge.MOST_SKEW));
  }

  /** A command has ended in a machine. */
  void ended(MachineId machine, SimulatedMachines.Run run) {
    if (run.why == null && !run.isStopped) {
      docket.writes(machine, run.word);
    }
    Call call = docket.commands.get(run.word);
    if (call != null && counts(call)) {
      docket.lastUse.put(new SandboxId(machine.value()), installation.now());
    }
  }
}
