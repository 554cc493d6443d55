package com.personalagentproxy.sandbox.web.demo;

import com.personalagentproxy.sandbox.web.demo.Palette.Part;
import java.util.Map;
import java.util.function.Consumer;

/** Says what happens. The token never comes out of it, whoever puts it into a text. */
final class Narrator {

  private final Consumer<String> out;
  private final Palette palette;
  private final String token;

  Narrator(Consumer<String> out, Palette palette, String token) {
    this.out = out;
    this.palette = palette;
    this.token = token;
  }

  void heading(int number, String sentence) {
    say("");
    say(palette.paint(Part.HEADING, number + ". " + veiled(sentence)));
  }

  /** A sentence of the story that is neither a call nor a check. */
  void note(String sentence) {
    say("   " + veiled(sentence));
  }

  /** A sentence that stands for itself, at the start or the end. */
  void sentence(String sentence) {
    say(veiled(sentence));
  }

  void called(String what, Map<String, ?> arguments) {
    String line = "→ %s  %s".formatted(what, veiled(Shortened.arguments(arguments)));
    say("   " + palette.paint(Part.CALL, line.stripTrailing()));
  }

  void cameBack(String text) {
    String mark = "← ";
    for (String line : Shortened.lines(veiled(text))) {
      say("   " + palette.paint(Part.ANSWER, mark + line));
      mark = "  ";
    }
  }

  /** A refusal is shown whole: it says what to do. */
  void refused(String text) {
    say("   " + palette.paint(Part.REFUSAL, "← refused: " + Shortened.sentences(veiled(text))));
  }

  void held(String expectation) {
    say("   " + palette.paint(Part.HELD, "✓") + " " + veiled(expectation));
  }

  void failed(String expected, String got) {
    say("   " + palette.paint(Part.FAILED, "✗ expected that " + veiled(expected)));
    String label = "got:";
    for (String line : Shortened.lines(veiled(got))) {
      say("     %s %s".formatted(label, line));
      label = "    ";
    }
  }

  private String veiled(String text) {
    return token.isEmpty() ? text : text.replace(token, "…");
  }

  private void say(String line) {
    out.accept(line);
  }
}
