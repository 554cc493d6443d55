package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import java.util.List;

/** What is promised of the folder that a command runs in. */
final class FolderChecks {

  static final List<Check> ALL =
      List.of(
          Check.of(
              "cwd.home",
              "A command that asks for no folder runs in the home folder.",
              "X3",
              bench ->
                  bench
                      .made()
                      .run("[ \"$(pwd -P)\" = \"$(cd && pwd -P)\" ] && echo home")
                      .printed("home\n")),
          Check.of(
              "cwd.relative",
              "A relative folder is one in the home folder, wherever the command before was.",
              "X3",
              FolderChecks::relative),
          Check.of("cwd.absolute", "An absolute folder is that one.", "X3", FolderChecks::absolute),
          Check.of(
              "cwd.strange-names",
              "A folder may have blanks, quotes, newlines and letters of all kinds in its name.",
              "X3",
              FolderChecks::strangeNames),
          notThere(
              "missing",
              "A folder that isn't there is an outcome of its own that names it, and nothing is run.",
              "/no/such/folder",
              "missing",
              "link"),
          notThere(
              "file",
              "A file in place of a folder is no folder, and nothing is run.",
              "file",
              "file/folder"),
          notThere(
              "no-meaning",
              "What means something to a shell is nothing but a folder's name, and nothing is run.",
              "-",
              "~",
              "$HOME",
              "$(touch ran)",
              "; touch ran"),
          Check.of(
              "cwd.longest",
              "A folder's path of 4096 bytes is no error of the backend.",
              "X3",
              FolderChecks::longest),
          Check.of(
              "cwd.shut",
              "A folder that can't be entered is an outcome of its own, and the command runs nowhere else.",
              "X3",
              FolderChecks::shut));

  private FolderChecks() {}

  private static Check notThere(String name, String sentence, String... folders) {
    return Check.of(
        "cwd." + name,
        sentence,
        "X3",
        bench -> {
          CheckedMachine machine = bench.made();
          machine.run("touch file; ln -s nowhere link").exited(0);
          for (String cwd : folders) {
            Ran ran = machine.runIn(cwd, "echo ran; touch \"$HOME/ran\"");
            ran.ended(new Outcome.NoSuchFolder(cwd));
            Expect.equal("its output", "", ran.text());
          }
          machine.run("ls").printed("file\nlink\n");
        });
  }

  private static void relative(Bench bench) {
    CheckedMachine machine = bench.made();
    machine.run("mkdir -p a/b; echo here >a/b/file; cd /").exited(0);
    machine.runIn("a/b", "cat file").printed("here\n");
    machine.runIn("./a/../a/b/", "cat file").printed("here\n");
    machine.runIn("a", "cat b/file").printed("here\n");
  }

  private static void absolute(Bench bench) {
    CheckedMachine machine = bench.made();
    machine.runIn("/", "pwd").printed("/\n");
    machine.runIn("/usr", "pwd").printed("/usr\n");
    String home = machine.run("mkdir d; echo here >d/file; cd d && pwd -P").exited(0).text();
    machine.runIn(home.strip(), "cat file").printed("here\n");
  }

  private static void strangeNames(Bench bench) {
    CheckedMachine machine = bench.made();
    for (String name :
        List.of("a b", "it's", "\"q\"", "new\nline", "漢字 🙂", "back\\slash", "*", "é ")) {
      String quoted = "'" + name.replace("'", "'\\''") + "'";
      machine.run("mkdir " + quoted + " && echo here >" + quoted + "/file").exited(0);
      machine.runIn(name, "cat file").printed("here\n");
    }
  }

  private static void longest(Bench bench) {
    CheckedMachine machine = bench.made();
    String path = "/" + "d/".repeat((Command.LONGEST_CWD - 2) / 2) + "d";
    Ran ran = machine.runIn(path, "echo ran");
    Expect.that(
        ran.outcome() instanceof Outcome.NoSuchFolder
            || ran.outcome() instanceof Outcome.CouldNotStart,
        "an outcome that says that there is no such folder",
        ran.outcome());
    machine.run("echo fine").printed("fine\n");
  }

  /** The user of some machines is one who may enter every folder. */
  private static void shut(Bench bench) {
    CheckedMachine machine = bench.made();
    machine
        .run("mkdir -p shut/inner; echo here >shut/inner/file; chmod 000 \"$PWD/shut\"")
        .exited(0);
    for (String folder : List.of("shut", "shut/inner")) {
      Ran ran = machine.runIn(folder, "pwd; touch \"$HOME/ran\"");
      if (ran.outcome().equals(new Outcome.Exited(0))) {
        Expect.that(ran.text().endsWith("/" + folder + "\n"), "it to run there", ran.text());
      } else {
        Expect.that(
            ran.outcome() instanceof Outcome.CouldNotStart
                || ran.outcome() instanceof Outcome.NoSuchFolder,
            "an outcome that says that the folder can't be entered",
            ran.outcome());
        machine.run("[ ! -e ran ] && echo not run").printed("not run\n");
      }
      machine.run("rm -f ran").exited(0);
    }
    machine.run("chmod 700 \"$PWD/shut\"; cat shut/inner/file").printed("here\n");
  }
}
