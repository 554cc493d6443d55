package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What is promised of the shell that runs a command's line, and of what it finds. */
final class ShellChecks {

  /** Variables that name ordinary things, which may well be the same here and there. */
  private static final Set<String> ORDINARY =
      Set.of(
          "PATH",
          "HOME",
          "LANG",
          "LANGUAGE",
          "LC_ALL",
          "LC_CTYPE",
          "TERM",
          "USER",
          "LOGNAME",
          "SHELL",
          "SHLVL",
          "PWD",
          "OLDPWD",
          "TZ",
          "HOSTNAME",
          "TMPDIR",
          "MAIL",
          "_");

  static final List<Check> ALL =
      List.of(
          Check.of(
              "shell.login",
              "The shell is a login shell: what the home folder's .profile sets is set for the next command.",
              "X1",
              ShellChecks::login),
          Check.of(
              "shell.whole-scripts",
              "A line may be a script of many lines, with quotes, here-documents and letters of all kinds.",
              "X1",
              ShellChecks::wholeScripts),
          Check.of(
              "shell.comment-at-the-end",
              "A comment, a backslash or newlines at the end of a line harm nothing, nor does a line of blanks.",
              "X1",
              ShellChecks::commentAtTheEnd),
          Check.of(
              "shell.line-like-an-option",
              "A line that starts with a dash is a command's name, not an option of the shell.",
              "X1",
              ShellChecks::lineLikeAnOption),
          Check.of(
              "shell.longest-line",
              "A line of 128 KiB is run whole, and so is one of a byte or two less.",
              "X1",
              ShellChecks::longestLine),
          Check.of(
              "shell.longest-line-of-letters",
              "A line of 128 KiB in letters of several bytes is run whole.",
              "X1",
              ShellChecks::longestOfLetters),
          Check.of(
              "shell.environment-is-clean",
              "A command finds nothing of the environment of the process that calls the backend.",
              "H1",
              ShellChecks::environmentIsClean),
          Check.of(
              "shell.environment-is-its-own",
              "What one command sets, or where it goes, isn't the next one's.",
              "X3 X12",
              ShellChecks::environmentIsItsOwn),
          Check.of(
              "shell.has-what-programs-need",
              "HOME and PATH are set, and the home folder can be written to.",
              "X1 X3",
              bench ->
                  bench
                      .made()
                      .run(
                          "[ -n \"$PATH\" ] && [ -d \"$HOME\" ] && touch \"$HOME/file\" && echo fine")
                      .printed("fine\n")),
          Check.of(
              "shell.no-terminal",
              "No stream of a command is a terminal, so nothing asks and nothing is coloured.",
              "X2",
              bench ->
                  bench
                      .made()
                      .run("[ -t 0 ] || [ -t 1 ] || [ -t 2 ] || echo none")
                      .printed("none\n")));

  private ShellChecks() {}

  private static void login(Bench bench) {
    CheckedMachine machine = bench.made();
    machine.run("echo 'export MARK=\"set by the profile\"' >.profile").exited(0);
    machine.run("echo \"$MARK\"").printed("set by the profile\n");
    machine.sleepAndWake().run("echo \"$MARK\"").printed("set by the profile\n");
  }

  private static void wholeScripts(Bench bench) {
    CheckedMachine machine = bench.made();
    machine.run("printf %s 'é 漢字 🙂'").printed("é 漢字 🙂");
    machine.run("cat <<'END'\na\n\n$b `c`\nEND\n\n\n").printed("a\n\n$b `c`\n");
    machine
        .run("f() {\n  echo \"<$1>\"\n}\nfor each in 'a b' \"it's\" \\\\; do\n  f \"$each\"\ndone")
        .printed("<a b>\n<it's>\n<\\>\n");
  }

  private static void commentAtTheEnd(Bench bench) {
    CheckedMachine machine = bench.made();
    machine.run("exit 3 # and no more").exited(3);
    machine.run("echo a \\").printed("a \\\n");
    machine.run("echo b &&\n\necho c\n\n\n").printed("b\nc\n");
    machine.run("exit 4;").exited(4);
    machine.run("  \n ").printed("");
  }

  private static void lineLikeAnOption(Bench bench) {
    CheckedMachine machine = bench.made();
    for (String line : List.of("--version", "-x", "-c 'echo tricked'", "--", "-")) {
      Ran ran = machine.run(line).exited(127);
      Expect.equal("what " + ran.called() + " prints", "", ran.text());
    }
  }

  private static void longestLine(Bench bench) {
    CheckedMachine machine = bench.made();
    String start = "printf %s ";
    for (int less = 0; less <= 2; less++) {
      int rest = Command.LONGEST_LINE - less - start.length();
      Ran ran = machine.run(start + "y".repeat(rest)).exited(0);
      Expect.equal("bytes printed", (long) rest, ran.stdout().total());
    }
  }

  private static void longestOfLetters(Bench bench) {
    String start = "printf %s 'xx";
    String text = "漢".repeat((Command.LONGEST_LINE - start.length() - 1) / 3);
    bench.made().run(start + text + "'").printed("xx" + text);
  }

  private static void environmentIsClean(Bench bench) {
    Ran ran = bench.made().run("env").exited(0);
    Set<String> seen = new TreeSet<>(ran.text().lines().toList());
    for (Map.Entry<String, String> ours : System.getenv().entrySet()) {
      boolean handedDown =
          !ORDINARY.contains(ours.getKey())
              && !ours.getValue().contains("\n")
              && seen.contains(ours.getKey() + "=" + ours.getValue());
      // Only the name: the value may be secret.
      Expect.that(
          !handedDown, "nothing of this process's environment", "the variable " + ours.getKey());
    }
    for (String line : seen) {
      Expect.that(
          !line.startsWith("SANDBOX_BACKEND") && !line.startsWith("DATABASE_URL"),
          "nothing that sets a server up",
          line.substring(0, Math.max(0, line.indexOf('='))));
    }
  }

  private static void environmentIsItsOwn(Bench bench) {
    CheckedMachine machine = bench.made();
    machine
        .run("export LEFT=behind; cd /; umask 077; ulimit -n 32; set -u; exec >/dev/null")
        .ended(new Outcome.Exited(0));
    String limits = machine.run("umask; ulimit -n").exited(0).text();
    machine
        .run("echo \"[$LEFT]\"; [ \"$(pwd -P)\" = \"$(cd && pwd -P)\" ] && echo home")
        .printed("[]\nhome\n");
    Expect.that(!limits.contains("77\n") && !limits.contains("\n32\n"), "the usual limits", limits);
  }
}
