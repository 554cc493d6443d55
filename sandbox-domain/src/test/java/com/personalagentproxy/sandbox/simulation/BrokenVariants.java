package com.personalagentproxy.sandbox.simulation;

import java.util.List;

/** Rules that are broken one at a time. */
final class BrokenVariants {

  private BrokenVariants() {}

  static final List<BrokenVariant> ALL =
      List.of(
          BrokenVariant.of(
              "A guard that doesn't ask for the generation",
              "collection/Guard.java",
              "&& row.generation().equals(generation)",
              ""),
          BrokenVariant.of(
              "A guard that doesn't ask for the state",
              "collection/Guard.java",
              "row.state().is(state)",
              "true"),
          BrokenVariant.of(
              "The lease is asked about after waking",
              "Admitting.java",
              "    Asker asker = new Asker(",
              """
                  new com.personalagentproxy.sandbox.move.Mover(ports)
                      .wake(found, "It was woken by a command.");
                  Asker asker = new Asker(\
              """),
          BrokenVariant.of(
              "The claim of the idle doesn't ask when they were used",
              "collection/Idleness.java",
              "&& !row.lastUsed().isAfter(lastUsedAtOrBefore)",
              ""),
          BrokenVariant.of(
              "The claim of the idle doesn't ask whether they are awake",
              "collection/Idleness.java",
              "row.state().is(StateName.AWAKE)\n        && ",
              ""),
          BrokenVariant.of(
              "A claim of the idle is kept for the next sweep",
              "move/IdleSandboxes.java",
              "() -> carrier.carryOut(row, Move.SLEEP)",
              "() -> {}"),
          BrokenVariant.of(
              "An agent's delete is not fenced against commands",
              "move/Mover.java",
              "Guard::untouched",
              "Guard::of"),
          BrokenVariant.of(
              "Deleting doesn't raise the generation at the backend",
              "move/MoveCarrier.java",
              "case DELETE -> backend.delete(machine, claimed.generation());",
              """
              case DELETE ->
                  backend.delete(
                      machine,
                      new com.personalagentproxy.sandbox.machine.Generation(
                          Math.max(1, claimed.generation().number() - 1)));
              """),
          BrokenVariant.of(
              "A repair doesn't claim a generation of its own",
              "move/MoveCarrier.java",
              "      claim(stuck, Guard.of(stuck), way.move(), because)\n          .ifPresent(",
              "      Optional.of(stuck)\n          .ifPresent("),
          BrokenVariant.of(
              "Whoever finishes a task needn't be its agent",
              "task/TaskDesk.java",
              "    return known(task)\n        .filter(isOf(agent))",
              "    return known(task)"),
          BrokenVariant.of(
              "Looking counts as use",
              "collection/Listing.java",
              "    Task holder = holderOf(row).flatMap(tasks::find).orElse(null);",
              """
                  if (row.state().is(StateName.AWAKE)) {
                    store.settle(
                        row.id(),
                        Guard.of(row),
                        new com.personalagentproxy.sandbox.machine.MachineState.Settled(
                            StateName.AWAKE, now),
                        row.reason());
                  }
                  Task holder = holderOf(row).flatMap(tasks::find).orElse(null);
              """),
          BrokenVariant.of(
              "An expired command pins its sandbox for ever",
              "lease/RunningCommand.java",
              "return now.isBefore(deadline);",
              "return true;"),
          BrokenVariant.of(
                  "Refusals are remembered",
                  "Holding.java",
                  "  private final Ports ports;\n",
                  """
                    private final Ports ports;
                    private final java.util.Map<Object, LeaseRule.Decision> remembered =
                        new java.util.HashMap<>();
                  """)
              .and(
                  "    Lease lease = row.lease();\n",
                  """
                      Object asked = java.util.List.of(row.id(), task.id());
                      if (remembered.get(asked) instanceof LeaseRule.Decision.Refuse) {
                        return remembered.get(asked);
                      }
                      remembered.put(asked, decided(row, task, now));
                      return decided(row, task, now);
                    }

                    private LeaseRule.Decision decided(Sandbox row, Task task, Instant now) {
                      Lease lease = row.lease();
                  """),
          BrokenVariant.of(
              "A parent works in its sub-task's sandbox",
              "lease/LeaseRule.java",
              "    return lineage.stream()",
              """
                  if (holder != null && holder.parent() != null
                      && lineage.contains(holder.parent())) {
                    return new Decision.Keep(lease.holder());
                  }
                  return lineage.stream()\
              """),
          BrokenVariant.of(
              "A command's task isn't asked about its lineage: anybody may work",
              "lease/LeaseRule.java",
              "if (lease == null || !isHeld(holder, running, now)) {",
              "if (lease == null || running.isEmpty()) {"),
          BrokenVariant.of(
              "Taking doesn't ask whether somebody was faster",
              "collection/Admission.java",
              "row.admissions() == ((Take) this).admissions() && !row.isWorkedIn(now())",
              "true"),
          BrokenVariant.of(
              "Orphans are swept without a grace time",
              "move/CensusRule.java",
              "return !since.isAfter(now.minus(length));",
              "return true;"),
          BrokenVariant.of(
              "A failed wake deletes the machine",
              "move/MoveCarrier.java",
              "settle(claimed, StateName.ASLEEP, MoveFailure.WAKING + why);",
              "clearUp(claimed, MoveFailure.WAKING + why);"),
          BrokenVariant.of(
              "A move whose answer was lost is taken to be done",
              "move/MoveCarrier.java",
              "repair(claimed, MoveFailure.SLEEPING + why);",
              "settle(claimed, StateName.ASLEEP, MoveFailure.SLEEPING + why);"),
          BrokenVariant.of(
              "A command that may still run is counted out",
              "Attempt.java",
              "if (!mayStillRun) {",
              "if (true) {"),
          BrokenVariant.of(
              "A command counts from when the store answered",
              "Attempt.java",
              "this.sinceAdmitted = turn.since();",
              "this.sinceAdmitted = ports.stopwatch();"),
          BrokenVariant.of(
              "A command that was stopped while it ran is told as one that was not run",
              "Attempt.java",
              "    Duration took = running.elapsed();",
              """
                  if (follower.isStopped()) {
                    return stopped();
                  }
                  Duration took = running.elapsed();\
              """),
          BrokenVariant.of(
              "A person's command keeps the sandbox from the others' tasks",
              "lease/RunningCommand.java",
              "return task != null && counts(now);",
              "return counts(now);"),
          BrokenVariant.of(
              "A person's command is no use of the sandbox",
              "collection/Sandbox.java",
              "return running.stream().anyMatch(command -> command.counts(now));",
              "return isWorkedIn(now);"),
          BrokenVariant.of(
              "A row is taken out before its machine is gone",
              "move/MoveCarrier.java",
              "case DELETE -> backend.delete(machine, claimed.generation());",
              "case DELETE -> {}"),
          BrokenVariant.of(
              "What was called before with the same exec_id isn't asked",
              "activity/Entry.java",
              "return agent.id().equals(caller)",
              "return command == null"),
          BrokenVariant.of(
              "A refused call isn't written down",
              "Scribe.java",
              "if (!draft.isAdmitted()) {",
              "if (!draft.isAdmitted() && verdict instanceof Verdict.Done) {"));
}
