package com.personalagentproxy.sandbox.web.demo;

import java.util.Map;

/** Ordinary tools work in a sandbox as on any computer. */
record RunsGit() implements Step {

  private static final Map<String, String> IN_FOLDER = Map.of("cwd", "notes");

  /** Who commits comes with the command: there may be no configuration, or one that signs. */
  private static final String COMMIT =
      "git -c user.name='Demo agent' -c user.email=demo@example.com -c commit.gpgsign=false"
          + " commit -q -m 'The first note'";

  @Override
  public String heading() {
    return "It runs git there: init, commit, log.";
  }

  @Override
  public void tell(Story story) {
    if (!story.run(Cast.FIRST, "command -v git").isNumber("exit_code", 0)) {
      goesWithout(story);
      return;
    }
    story.runWell(Cast.FIRST, "git init -q notes", Map.of());
    story.runWell(
        Cast.FIRST, "echo 'Tests flake.' > first.txt && git add first.txt && " + COMMIT, IN_FOLDER);
    ToolAnswer log = story.runWell(Cast.FIRST, "git log --format='%an: %s'", IN_FOLDER);
    story.expect(
        "the log has the commit, and nothing else",
        log.word("stdout").equals("Demo agent: The first note\n"),
        log.shown("stdout"));
    story.expect(
        "the text for a model starts with the output",
        log.text().startsWith(log.word("stdout")),
        log.text());
  }

  private static void goesWithout(Story story) {
    story.narrator().note("There is no git on this machine, so the story goes on without it.");
    ToolAnswer listed =
        story.runWell(
            Cast.FIRST,
            "mkdir -p notes && echo 'Tests flake.' > notes/first.txt && ls notes",
            Map.of());
    story.expect(
        "a command makes a folder and a file in it",
        listed.word("stdout").equals("first.txt\n"),
        listed.shown("stdout"));
  }
}
