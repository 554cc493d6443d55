package com.personalagentproxy.sandbox.web.demo;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A file goes in through standard input as it is: no quoting, no shell. */
record KeepsFile() implements Step {

  private static final String TEXT =
      "Grüße aus der Sandbox 🏖️ — 日本語\n\"double\", 'single', `back`, $HOME, \\n, %s and a tab\there\n";

  @Override
  public String heading() {
    return "It writes a file through stdin, and reads it back.";
  }

  @Override
  public void tell(Story story) {
    story.runWell(Cast.FIRST, "cat > greeting.txt", Map.of("stdin", TEXT));
    ToolAnswer read = story.runWell(Cast.FIRST, "cat greeting.txt", Map.of());
    story.expect(
        "what is read is what was written, to the character",
        read.word("stdout").equals(TEXT),
        read.shown("stdout"));
    int bytes = TEXT.getBytes(StandardCharsets.UTF_8).length;
    ToolAnswer counted = story.runWell(Cast.FIRST, "wc -c < greeting.txt", Map.of());
    story.expect(
        "the file has the %s bytes that were written".formatted(bytes),
        counted.word("stdout").strip().equals(String.valueOf(bytes)),
        counted.shown("stdout"));
  }
}
