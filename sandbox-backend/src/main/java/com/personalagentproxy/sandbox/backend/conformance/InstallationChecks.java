package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineBackend.Listed;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.util.List;
import java.util.UUID;

/** What is promised of the mark that tells installations' machines apart. */
final class InstallationChecks {

  private static final int PAGE = 100;

  static final List<Check> ALL =
      List.of(
          withOthers(
              "mark.lists-no-others",
              "A machine that another installation made is there, and never listed.",
              InstallationChecks::listsNoOthers),
          withOthers(
              "mark.others-list-not-ours",
              "Another installation lists none of this one's machines.",
              InstallationChecks::othersListNotOurs),
          withOthers(
              "mark.goes-with-who-moves",
              "A machine gets the mark of the installation that moves it, with what it kept and its generation.",
              InstallationChecks::goesWithWhoMoves));

  private InstallationChecks() {}

  private static Check withOthers(String name, String sentence, Check.Body body) {
    return Check.of(
            name,
            sentence,
            "M12",
            bench -> {
              if (!bench.under().hasOtherInstallations()) {
                throw new CannotBeTried("Only one installation's calls can be made from here.");
              }
              body.tryOn(bench);
            })
        .whileNoOtherRuns();
  }

  private static CheckedMachine madeByAnother(Bench bench) throws Exception {
    CheckedMachine theirs = bench.known(new MachineId(UUID.randomUUID()));
    bench.under().asAnotherInstallation(others -> others.make(theirs.id(), new Generation(1)));
    return theirs;
  }

  private static void listsNoOthers(Bench bench) throws Exception {
    CheckedMachine theirs = madeByAnother(bench);
    CheckedMachine ours = bench.made();
    Expect.that(
        bench.backend().inspect(theirs.id()) != Condition.ABSENT,
        "their machine to be there",
        Condition.ABSENT);
    Expect.that(bench.listed(ours).isPresent(), "our machine to be listed", "a list without it");
    Expect.that(bench.listed(theirs).isEmpty(), "their machine not to be listed", "a list with it");
  }

  private static void othersListNotOurs(Bench bench) throws Exception {
    CheckedMachine ours = bench.made();
    bench
        .under()
        .asAnotherInstallation(
            others -> {
              List<MachineId> listed =
                  others.list(null, PAGE).stream().map(Listed::machine).toList();
              Expect.equal("what another installation lists", List.of(), listed);
            });
    Expect.that(bench.listed(ours).isPresent(), "our machine to be listed", "a list without it");
  }

  private static void goesWithWhoMoves(Bench bench) throws Exception {
    CheckedMachine theirs = madeByAnother(bench);
    theirs.sleepAt(2);
    Expect.equal("the generation in the list", 2L, bench.entry(theirs).seen().number());
    theirs.wakeAt(3).run("echo ours").printed("ours\n");
  }
}
