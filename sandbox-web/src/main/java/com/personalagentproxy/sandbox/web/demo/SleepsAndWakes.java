package com.personalagentproxy.sandbox.web.demo;

import java.util.Locale;
import java.util.Map;

/** Sleeping keeps files and ends processes, and the next command wakes (X13). */
record SleepsAndWakes() implements Step {

  /** The conformance suite's check of what the step shows before it sleeps. */
  static final String BACKGROUND = "processes.background-child";

  @Override
  public String heading() {
    return "It puts the sandbox to sleep, and its next command wakes it: files stay, processes end.";
  }

  @Override
  public void tell(Story story) {
    Processes background = Processes.marked();
    story.runWell(
        Cast.FIRST,
        "echo kept > before-sleep.txt; nohup %s >/dev/null 2>&1 &".formatted(background.sleeper()),
        Map.of());
    if (story.can(BACKGROUND)) {
      ToolAnswer before = story.run(Cast.FIRST, background.look());
      story.expect(
          "what was started in the background runs after its command has ended",
          background.run(before),
          before.shown("stdout"));
    }
    ToolAnswer asleep = story.done("sandboxes_sleep", story.inSandbox(Cast.FIRST));
    story.expect("it is asleep", asleep.word("state").equals("asleep"), asleep.shown("state"));
    ToolAnswer woken = story.run(Cast.FIRST, "cat before-sleep.txt");
    story.expect("the file is there", woken.word("stdout").equals("kept\n"), woken.shown("stdout"));
    story.expect("the result says that it woke", woken.isTrue("woke"), woken.shown("woke"));
    String text = woken.text().toLowerCase(Locale.ROOT);
    story.expect(
        "the text says that it woke and that processes had ended",
        text.contains("woke") && text.contains("processes") && text.contains("ended"),
        woken.text());
    ToolAnswer after = story.run(Cast.FIRST, background.look());
    story.expect(
        "what ran in the background has ended", background.areGone(after), after.shown("stdout"));
    story.expect(
        "that command found it awake",
        after.isFalse("woke") && after.lacks("wake_ms"),
        "%s, %s".formatted(after.shown("woke"), after.shown("wake_ms")));
  }
}
