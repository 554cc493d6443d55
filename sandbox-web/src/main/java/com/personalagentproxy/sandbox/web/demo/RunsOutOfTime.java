package com.personalagentproxy.sandbox.web.demo;

import java.util.Map;

/**
 * A command past its time is ended with all its processes, and what it printed is kept (X5, X6).
 */
record RunsOutOfTime() implements Step {

  /** Enough for its children to begin, also where each takes most of a second to start. */
  private static final int SECONDS = 4;

  @Override
  public String heading() {
    return "It runs a command that takes longer than it may: the output until then is kept, and nothing of it runs on.";
  }

  @Override
  public void tell(Story story) {
    Processes tree = Processes.marked();
    ToolAnswer ran = story.run(Cast.FIRST, stubborn(tree), Map.of("timeout", SECONDS));
    story.expect("it ran out of time", ran.isTrue("timed_out"), ran.shown("timed_out"));
    story.expect("it has no exit code", ran.lacks("exit_code"), ran.shown("exit_code"));
    story.expect(
        "what it printed until then is kept",
        ran.word("stdout").equals("started\n"),
        ran.shown("stdout"));
    ToolAnswer looked = story.run(Cast.FIRST, tree.look());
    story.expect("none of its processes runs", tree.areGone(looked), looked.shown("stdout"));
    ToolAnswer beats = story.run(Cast.FIRST, "wc -c < beats; sleep 1; wc -c < beats");
    story.expect(
        "the child that ignores TERM had begun its work, and does no more of it",
        stoodStill(beats.word("stdout")),
        beats.shown("stdout"));
  }

  /** A parent with a child that waits, and a child that ignores TERM and leaves traces. */
  private static String stubborn(Processes tree) {
    return ("echo started; %1$s & "
            + "(trap '' TERM; printf x > beats; %1$s & while :; do printf x >> beats; sleep 0.1; done) & %1$s")
        .formatted(tree.sleeper());
  }

  private static boolean stoodStill(String twoCounts) {
    var counts = twoCounts.lines().map(String::strip).toList();
    return counts.size() == 2
        && counts.get(0).equals(counts.get(1))
        && counts.get(0).matches("[1-9][0-9]*");
  }
}
