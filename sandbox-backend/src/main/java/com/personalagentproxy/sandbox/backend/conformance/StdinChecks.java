package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** What is promised of standard input. */
final class StdinChecks {

  private static final Duration SOON = Duration.ofSeconds(10);
  private static final int MEBIBYTE = 1024 * 1024;

  static final List<Check> ALL =
      List.of(
          Check.of(
              "stdin.none",
              "Without standard input, or with an empty one, a command reads end-of-file at once.",
              "X2",
              StdinChecks::none),
          Check.of(
              "stdin.text",
              "Text arrives as it is, once, with nothing added and nothing interpreted.",
              "X2",
              StdinChecks::text),
          Check.of(
              "stdin.nuls",
              "NUL characters in standard input arrive.",
              "X2",
              bench ->
                  bench.made().feed("od -An -tx1 | tr -d ' '", "a\0b\0\0").printed("6100620000\n")),
          Check.of(
              "stdin.one-mebibyte",
              "One mebibyte of standard input comes out of cat unchanged.",
              "X2",
              StdinChecks::oneMebibyte),
          Check.of(
              "stdin.into-a-file",
              "One mebibyte of standard input is written to a file whole.",
              "X2",
              StdinChecks::intoAFile),
          unread("head", "reads only its first byte", "head -c1", "x"),
          unread("sleeper", "doesn't read it while it works", "sleep 0.3", ""),
          unread("closed", "closes it", "exec <&-", ""),
          Check.of(
              "stdin.held-by-a-child",
              "Standard input that a background child holds unread keeps nobody waiting.",
              "X2 X7",
              StdinChecks::heldByAChild),
          Check.of(
              "stdin.unread-at-the-end-of-time",
              "A command that hasn't read its standard input when its time is up is ended like any other.",
              "X2 X5",
              StdinChecks::unreadAtTheEndOfTime));

  private StdinChecks() {}

  private static Check unread(String name, String does, String line, String printed) {
    return Check.of(
        "stdin.unread-" + name,
        "A command that is given one mebibyte of standard input and " + does + " is not in error.",
        "X2",
        bench -> bench.made().feed(line, "x".repeat(MEBIBYTE)).printed(printed).within(SOON));
  }

  private static void none(Bench bench) {
    CheckedMachine machine = bench.made();
    machine.run("cat; echo done").printed("done\n").within(SOON);
    machine.feed("cat; echo done", "").printed("done\n").within(SOON);
  }

  private static void text(Bench bench) {
    String text = "é ü ß 漢字 🙂 \\ \" ' $HOME `id` %s\ttab\r\n\nno newline at the end";
    bench.made().feed("cat", text).printed(text);
  }

  private static void oneMebibyte(Bench bench) {
    String text = numbered();
    bench.made().feed("cat", text).printed(text.getBytes(StandardCharsets.UTF_8));
  }

  private static void intoAFile(Bench bench) {
    CheckedMachine machine = bench.made();
    String text = numbered();
    machine.feed("cat >file", text).printed("");
    machine.run("wc -c <file | tr -d ' '").printed(MEBIBYTE + "\n");
    machine.run("cat file").printed(text.getBytes(StandardCharsets.UTF_8));
  }

  /** One mebibyte in which no part is like another. */
  private static String numbered() {
    StringBuilder text = new StringBuilder(MEBIBYTE + 8);
    for (int number = 0; text.length() < MEBIBYTE; number++) {
      text.append(number).append('\n');
    }
    return text.substring(0, MEBIBYTE);
  }

  private static void heldByAChild(Bench bench) {
    bench
        .made()
        .feed("sleep 60 <&0 >/dev/null 2>&1 & echo ok", "x".repeat(MEBIBYTE))
        .printed("ok\n")
        .within(SOON);
  }

  private static void unreadAtTheEndOfTime(Bench bench) {
    bench
        .made()
        .run(new Command("sleep 40", "x".repeat(MEBIBYTE), null, Duration.ofSeconds(1)))
        .ended(new Outcome.TimedOut())
        .within(SOON);
  }
}
