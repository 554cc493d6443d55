package com.personalagentproxy.sandbox.web.demo;

import java.util.Map;

/** A finished task holds nothing: the next one that works there has the sandbox (L3). */
record PassesOn() implements Step {

  @Override
  public String heading() {
    return "The first task finishes, and the second gets the sandbox.";
  }

  @Override
  public void tell(Story story) {
    story.runWell(Cast.FIRST, "echo 'Left by the first task.' > left.txt", Map.of());
    ToolAnswer finished = story.finish(Cast.FIRST);
    story.expect(
        "the task is finished", finished.word("state").equals("finished"), finished.shown("state"));
    ToolAnswer taken = story.runWell(Cast.SECOND, "cat left.txt", Map.of());
    story.expect(
        "the second task took the sandbox", taken.isTrue("took_lease"), taken.shown("took_lease"));
    story.expect(
        "all is as the first task left it",
        taken.word("stdout").equals("Left by the first task.\n"),
        taken.shown("stdout"));
  }
}
