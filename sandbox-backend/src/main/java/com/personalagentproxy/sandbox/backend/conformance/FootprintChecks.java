package com.personalagentproxy.sandbox.backend.conformance;

import java.util.List;

/** What is promised of what commands leave behind: nothing. */
final class FootprintChecks {

  private static final int MANY = 150;
  private static final int SLACK = 12;

  static final List<Check> ALL =
      List.of(
          Check.of(
                  "footprint.process",
                  "A hundred and fifty commands leave no open file and no thread behind in this process.",
                  "X8",
                  FootprintChecks::process)
              .slow(120),
          Check.of(
                  "footprint.machine",
                  "A hundred and fifty commands leave no process and no file behind in the machine.",
                  "X8",
                  FootprintChecks::machine)
              .slow(120),
          Check.of(
              "footprint.open-files",
              "A command finds no files open but its three streams.",
              "X2",
              FootprintChecks::openFiles));

  private FootprintChecks() {}

  private static void process(Bench bench) throws Exception {
    CheckedMachine machine = bench.made();
    runMany(machine);
    Footprint before = Footprint.ofThisProcess();
    runMany(machine);
    Footprint after = Footprint.ofThisProcess();
    // Threads and connections that a backend keeps at hand end when they like.
    for (int look = 0; look < 100 && grewFrom(before, after); look++) {
      Pause.briefly();
      after = Footprint.ofThisProcess();
    }
    Expect.that(!grewFrom(before, after), "as much as before, " + before, after);
  }

  private static boolean grewFrom(Footprint before, Footprint after) {
    return after.openFiles() > before.openFiles() + SLACK
        || after.threads() > before.threads() + SLACK;
  }

  private static void machine(Bench bench) throws Exception {
    CheckedMachine machine = bench.made();
    if (!machine.seesOnlyItself()) {
      throw new CannotBeTried(
          "Nothing separates machines here, so what is a machine's can't be counted.");
    }
    String count = "ls -A ~ | wc -l; ls -A /tmp | wc -l; ls -d /proc/[0-9]* | wc -l";
    runMany(machine);
    String before = machine.run(count).exited(0).text();
    runMany(machine);
    String after = before;
    for (int look = 0; look < 20; look++) {
      after = machine.run(count).exited(0).text();
      if (after.equals(before)) {
        break;
      }
    }
    Expect.equal("files at home, in /tmp, and processes", before, after);
    Footprint.requireNoZombies(machine);
  }

  private static void runMany(CheckedMachine machine) throws Exception {
    Crowd.of(
        3,
        number -> {
          for (int time = 0; time < MANY / 3; time++) {
            machine.feed("cat; exit " + number, "x").exited(number);
          }
        });
  }

  private static void openFiles(Bench bench) {
    CheckedMachine machine = bench.made();
    Ran ran = machine.feed("ls /proc/$$/fd >files; sort -n files | tr '\\n' ' '", "x");
    if (ran.text().isEmpty()) {
      throw new CannotBeTried("The machine's system doesn't tell which files a process has open.");
    }
    // bash keeps a copy of its own at 255.
    Expect.that(
        List.of("0 1 2 ", "0 1 2 255 ").contains(ran.exited(0).text()),
        "the files 0, 1 and 2 alone",
        ran.text());
  }
}
