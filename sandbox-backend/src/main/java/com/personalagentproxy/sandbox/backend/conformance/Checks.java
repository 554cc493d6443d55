package com.personalagentproxy.sandbox.backend.conformance;

import java.util.List;
import java.util.stream.Stream;

/** All checks, in the order they are told of. */
final class Checks {

  static final List<Check> ALL =
      Stream.of(
              TellingChecks.ALL,
              LifeChecks.ALL,
              RaceChecks.ALL,
              FenceChecks.ALL,
              AsleepChecks.ALL,
              KeptChecks.ALL,
              ProcessChecks.ALL,
              ExitChecks.ALL,
              StdinChecks.ALL,
              OutputChecks.ALL,
              FolderChecks.ALL,
              ShellChecks.ALL,
              TimeChecks.ALL,
              StopChecks.ALL,
              BesideChecks.ALL,
              FootprintChecks.ALL,
              ListChecks.ALL,
              InstallationChecks.ALL,
              RestartChecks.ALL)
          .flatMap(List::stream)
          .toList();

  private Checks() {}
}
