package com.personalagentproxy.sandbox.backend.conformance;

import java.util.List;

/** What is promised of files: sleeping keeps them as they are. */
final class KeptChecks {

  static final List<Check> ALL =
      List.of(
          kept(
              "contents",
              "Files in folders keep their contents, with any bytes in them.",
              "mkdir -p a/b; echo text >a/b/text; printf '\\000\\001\\377\\n\\r' >bytes; : >empty; mkdir nothing",
              "cat a/b/text; od -An -tx1 bytes | tr -d ' '; wc -c <empty | tr -d ' '; ls -A nothing",
              "text\n0001ff0a0d\n0\n"),
          kept(
              "modes",
              "Files and folders keep their modes, and what can be executed still can.",
              "mkdir d; echo echo ran >d/script; touch d/plain shut; chmod 751 \"$PWD/d\"; chmod 755 \"$PWD/d/script\"; chmod 640 \"$PWD/d/plain\"; chmod 400 \"$PWD/shut\"",
              "stat -c '%a %n' d d/script d/plain shut; d/script || sh d/script",
              "751 d\n755 d/script\n640 d/plain\n400 shut\nran\n"),
          kept(
              "symbolic-links",
              "Symbolic links stay links, those that lead nowhere too.",
              "mkdir d; echo there >d/f; ln -s d/f link; ln -s d folder; ln -s nowhere dangling",
              "readlink link folder dangling; cat link folder/f; [ -h dangling ] && [ ! -e dangling ] && echo dangles",
              "d/f\nd\nnowhere\nthere\nthere\ndangles\n"),
          kept(
              "hard-links",
              "Two names of one file stay names of one file.",
              "echo one >first; ln first second",
              "[ first -ef second ] && echo same; stat -c %h first; echo two >>first; cat second",
              "same\n2\none\ntwo\n"),
          kept(
              "times",
              "Files and folders keep the time of their last change.",
              "touch -t 200102030405.06 old; mkdir folder; touch -t 199912312359.59 folder; stat -c %Y old folder >before",
              "stat -c %Y old folder | cmp - before && echo same",
              "same\n"),
          kept(
              "last-write",
              "What is written just before the machine is put to sleep is there.",
              "for i in 1 2 3 4 5 6 7 8; do head -c 100000 /dev/zero >last$i; done; echo end >end",
              "wc -c <last8 | tr -d ' '; cat end",
              "100000\nend\n"),
          kept(
              "strange-names",
              "Names with blanks, quotes, newlines, a dash at the front, letters of all kinds or 255 bytes are kept.",
              "echo 1 >'a b'; echo 2 >\"it's\"; echo 3 >'new\nline'; echo 4 >./-rf; echo 5 >'漢字 🙂'; echo 6 >'$HOME'; echo 7 >"
                  + "n".repeat(255),
              "cat 'a b' \"it's\" 'new\nline' ./-rf '漢字 🙂' '$HOME' " + "n".repeat(255),
              "1\n2\n3\n4\n5\n6\n7\n"),
          kept(
              "removed-stays-removed",
              "A file that was removed or renamed before sleep is not back afterwards.",
              "touch gone was; rm gone; mv was is; mkdir d; rmdir d",
              "ls -A",
              "is\n"),
          Check.of(
              "kept.big-file",
              "A file of 64 MiB is kept, bit for bit.",
              "X13",
              KeptChecks::bigFile),
          Check.of(
              "kept.many-files",
              "Two thousand small files are kept.",
              "X13",
              KeptChecks::manyFiles),
          Check.of(
              "kept.shut-folder",
              "A folder that nobody may enter is kept with what is in it.",
              "X13",
              KeptChecks::shutFolder),
          Check.of(
              "kept.home-removed",
              "A machine whose commands removed its home folder is still there, sleeps, wakes and runs commands.",
              "M5",
              KeptChecks::homeRemoved));

  private KeptChecks() {}

  private static Check kept(
      String name, String sentence, String write, String read, String expected) {
    return Check.of(
        "kept." + name,
        sentence,
        "X13",
        bench -> {
          CheckedMachine machine = bench.made();
          machine.run(write).exited(0);
          machine.sleepAndWake();
          machine.run(read).printed(expected);
        });
  }

  private static void bigFile(Bench bench) {
    CheckedMachine machine = bench.made();
    String sum = "cksum <big";
    String before = machine.run("head -c 67108864 /dev/urandom >big; " + sum).exited(0).text();
    Expect.that(before.contains("67108864"), "a file of 64 MiB to be written", before);
    machine.sleepAndWake().run(sum).printed(before);
  }

  private static void manyFiles(Bench bench) {
    CheckedMachine machine = bench.made();
    machine.run("mkdir many").exited(0);
    // A few hundred at a time, since a backend may take its time for each.
    for (int from = 0; from < 2000; from += 250) {
      machine
          .run(
              "cd many; i=%d; while [ $i -lt %d ]; do echo $i >$i; i=$((i+1)); done"
                  .formatted(from, from + 250))
          .exited(0);
    }
    machine.sleepAndWake();
    machine
        .run("ls many | wc -l | tr -d ' '; cat many/0 many/1234 many/1999")
        .printed("2000\n0\n1234\n1999\n");
  }

  private static void shutFolder(Bench bench) {
    CheckedMachine machine = bench.made();
    machine.run("mkdir shut; echo inside >shut/file; chmod 000 \"$PWD/shut\"").exited(0);
    machine.sleepAndWake();
    machine.run("stat -c %a shut; chmod 700 \"$PWD/shut\"; cat shut/file").printed("0\ninside\n");
  }

  private static void homeRemoved(Bench bench) {
    CheckedMachine machine = bench.made();
    machine.run("rm -rf -- \"$HOME\"; true");
    machine.runIn("/", "echo fine").printed("fine\n");
    machine.sleepAndWake();
    machine.runIn("/", "echo fine").printed("fine\n");
  }
}
