package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.command.Outcome;
import java.time.Duration;
import java.util.List;

/** What is promised of how a command's end is told. */
final class ExitChecks {

  private static final List<Integer> SOME_CODES =
      List.of(0, 1, 2, 77, 124, 126, 127, 128, 129, 137, 139, 143, 255);

  static final List<Check> ALL =
      List.of(
          Check.of(
              "exit.some-codes",
              "A command's exit code is told as it is, those that other tools take for signals too.",
              "X9",
              ExitChecks::someCodes),
          Check.of(
                  "exit.every-code",
                  "Every exit code from 0 to 255 is told as it is.",
                  "X9",
                  ExitChecks::everyCode)
              .slow(120),
          Check.of(
              "exit.signals",
              "A command that is ended by a signal is told as that, with the signal's name.",
              "X9",
              bench -> signals(bench, "KILL", "TERM", "HUP", "SEGV", "ABRT", "USR1")),
          Check.of(
              "exit.quiet-signals",
              "So is one that is ended by a signal of which shells say nothing.",
              "X9",
              bench -> signals(bench, "INT", "PIPE")),
          Check.of(
              "exit.a-childs-signal",
              "A signal that ends a child is the child's; the command's end is its own.",
              "X9",
              ExitChecks::aChildsSignal),
          Check.of(
              "exit.not-found",
              "A program that isn't there is exit code 127, and the shell says which.",
              "X9",
              ExitChecks::notFound),
          Check.of(
              "exit.syntax-error",
              "A line that the shell doesn't understand is an exit code, not an error, and the next command runs.",
              "X1 X9",
              ExitChecks::syntaxError),
          Check.of(
              "exit.nobody-is-deaf",
              "What a command starts can be ended by an interrupt, as at a terminal.",
              "X1",
              ExitChecks::nobodyIsDeaf),
          Check.of(
                  "exit.a-thousand",
                  "A thousand quick commands, four at a time, have each its own output and exit code.",
                  "X9 X12",
                  ExitChecks::aThousand)
              .slow(240));

  private ExitChecks() {}

  private static void signals(Bench bench, String... names) {
    CheckedMachine machine = bench.made();
    for (String name : names) {
      machine.run("kill -" + name + " $$; sleep 5").ended(new Outcome.Signalled(name));
    }
  }

  private static void someCodes(Bench bench) {
    CheckedMachine machine = bench.made();
    SOME_CODES.forEach(code -> machine.run("exit " + code).exited(code));
  }

  private static void everyCode(Bench bench) throws Exception {
    CheckedMachine machine = bench.made();
    Crowd.of(
        8,
        number -> {
          for (int code = number; code < 256; code += 8) {
            machine.run("exit " + code).exited(code);
          }
        });
  }

  private static void aChildsSignal(Bench bench) {
    CheckedMachine machine = bench.made();
    machine.run("sh -c 'kill -KILL $$'; exit 3").exited(3);
    machine.run("sh -c 'kill -TERM $$'; exit $?").exited(143);
    machine.run("sh -c 'kill -KILL $$'; echo $?").printed("137\n");
  }

  private static void notFound(Bench bench) {
    Ran ran = bench.made().run("no-such-program-here").exited(127);
    Expect.that(
        ran.errors().contains("no-such-program-here"),
        "the shell to name the program that isn't there",
        ran.errors());
  }

  private static void syntaxError(Bench bench) {
    CheckedMachine machine = bench.made();
    for (String line : List.of("echo 'never closed", "if true; then", "(", "fi")) {
      Ran ran = machine.run(line).ended(Outcome.Exited.class).within(Duration.ofSeconds(20));
      Expect.that(!ran.outcome().equals(new Outcome.Exited(0)), "an exit code other than 0", 0);
    }
    machine.run("echo fine").printed("fine\n");
  }

  private static void nobodyIsDeaf(Bench bench) {
    bench.made().run("sh -c 'kill -INT $$; echo survived'; echo then $?").printed("then 130\n");
  }

  private static void aThousand(Bench bench) throws Exception {
    CheckedMachine machine = bench.made();
    Crowd.of(
        4,
        number -> {
          for (int time = 0; time < 250; time++) {
            int code = (number * 250 + time) % 120;
            Ran ran = machine.run("echo " + number + " " + time + "; exit " + code).exited(code);
            Expect.equal("its output", number + " " + time + "\n", ran.text());
          }
        });
    Footprint.requireNoZombies(machine);
  }
}
