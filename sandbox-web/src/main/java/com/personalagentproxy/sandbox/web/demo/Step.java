package com.personalagentproxy.sandbox.web.demo;

/** A step of the story: what it shows, and how. Steps build on a sandbox, not on one another. */
sealed interface Step
    permits MakesOne,
        RunsGit,
        KeepsFile,
        SleepsAndWakes,
        RunsOutOfTime,
        RefusesOthers,
        PassesOn,
        Deletes {

  /** What it shows, in a sentence. */
  String heading();

  /**
   * Tells the step, and checks it.
   *
   * @throws Unmet at the first thing that isn't as it is to be
   * @throws AgentException if a call got no answer that can be read
   */
  void tell(Story story);
}
