package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Random;

/** What is promised of what a command prints. */
final class OutputChecks {

  private static final int MEBIBYTE = 1024 * 1024;

  static final List<Check> ALL =
      List.of(
          Check.of(
              "output.apart",
              "What goes to standard output and to standard error comes back apart.",
              "X8",
              OutputChecks::apart),
          Check.of(
              "output.nothing-added",
              "Output is as it was printed: nothing, a last line without a newline, NUL bytes.",
              "X8",
              OutputChecks::nothingAdded),
          Check.of(
              "output.random-bytes",
              "Three hundred thousand random bytes come back unchanged.",
              "X8",
              OutputChecks::randomBytes),
          Check.of(
              "output.emoji-on-borders",
              "A character of four bytes comes back whole wherever a chunk's border may cut it.",
              "X8",
              OutputChecks::emojiOnBorders),
          Check.of(
              "output.one-mebibyte-each",
              "A mebibyte on each of both streams, by turns, comes back whole.",
              "X8",
              OutputChecks::oneMebibyteEach),
          Check.of(
              "output.just-before-the-end",
              "What is printed just before the end is there, twenty times of twenty, though a background child holds the pipe.",
              "X7 X8",
              OutputChecks::justBeforeTheEnd),
          Check.of(
              "output.streams",
              "What a command prints first comes while it still runs.",
              "X8",
              OutputChecks::streams),
          Check.of(
              "output.silent-after-the-end",
              "Nothing comes any more once a command has ended, though its background child still prints.",
              "X7 X8",
              OutputChecks::silentAfterTheEnd),
          Check.of(
                  "output.yes",
                  "Endless output is taken for the command's full time.",
                  "X5 X8",
                  OutputChecks::yes)
              .whileNoOtherRuns(),
          Check.of(
                  "output.two-gibibytes",
                  "Two gibibytes are printed to the last byte, within bounded memory.",
                  "X8",
                  OutputChecks::twoGibibytes)
              .slow(150));

  private OutputChecks() {}

  private static void apart(Bench bench) {
    Ran ran = bench.made().run("echo out; echo err >&2; echo out; echo err >&2");
    ran.printed("out\nout\n");
    Expect.equal("its error stream", "err\nerr\n", ran.errors());
  }

  private static void nothingAdded(Bench bench) {
    CheckedMachine machine = bench.made();
    machine.run("true").printed("");
    machine.run("printf 'one\\ntwo'").printed("one\ntwo");
    machine.run("printf 'a\\000b\\000'").printed(new byte[] {'a', 0, 'b', 0});
  }

  private static void randomBytes(Bench bench) {
    byte[] bytes = new byte[300_000];
    new Random(7).nextBytes(bytes);
    bench.made().feed("base64 -d", Base64.getEncoder().encodeToString(bytes)).printed(bytes);
  }

  private static void emojiOnBorders(Bench bench) {
    CheckedMachine machine = bench.made();
    for (int shift = 0; shift < 4; shift++) {
      String text = "x".repeat(shift) + "🙂".repeat(50_000) + "é";
      machine.feed("cat", text).printed(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static void oneMebibyteEach(Bench bench) {
    Ran ran =
        bench
            .made()
            .run(
                "i=0; while [ $i -lt 64 ]; do head -c 16384 /dev/zero; head -c 16384 /dev/zero >&2; i=$((i+1)); done")
            .exited(0);
    Expect.equal("bytes on standard output", (long) MEBIBYTE, ran.stdout().total());
    Expect.equal("bytes on standard error", (long) MEBIBYTE, ran.stderr().total());
  }

  private static void justBeforeTheEnd(Bench bench) {
    CheckedMachine machine = bench.made();
    for (int time = 0; time < 20; time++) {
      Ran ran = machine.run("head -c 60000 /dev/zero; sleep 20 & echo end >&2").exited(0);
      Expect.equal("bytes on standard output", 60_000L, ran.stdout().total());
      Expect.equal("the error stream", "end\n", ran.errors());
    }
  }

  private static void streams(Bench bench) throws Exception {
    CheckedMachine machine = bench.made();
    Running running =
        machine.start(
            new Command("echo first; sleep 5; echo last", null, null, Duration.ofSeconds(20)));
    running.awaitOutput(bench.ample());
    long first = System.nanoTime();
    running.within(bench.ample()).printed("first\nlast\n");
    Duration between = Duration.ofNanos(System.nanoTime() - first);
    Expect.that(
        between.compareTo(Duration.ofSeconds(2)) > 0,
        "the first line seconds before the last",
        "the lines " + Shown.seconds(between) + " apart");
  }

  private static void silentAfterTheEnd(Bench bench) {
    CheckedMachine machine = bench.made();
    Ran ran =
        machine.run("(sleep 1; echo late; echo late >&2; sleep 0.2; touch printed) & echo ok");
    ran.printed("ok\n");
    machine.await("printed");
    machine.run("sleep 0.3").exited(0);
    ran.stdout().requireGoodUse();
    ran.stderr().requireGoodUse();
    ran.printed("ok\n");
  }

  private static void yes(Bench bench) {
    Ran ran = bench.made().run("yes", Duration.ofSeconds(2)).ended(new Outcome.TimedOut());
    Expect.between("its end", Duration.ofMillis(1900), Duration.ofSeconds(5), ran.took());
    Expect.that(
        ran.stdout().total() > MEBIBYTE, "more than a mebibyte of output", ran.stdout().total());
    Expect.that(ran.text().startsWith("y\ny\n"), "lines of “y”", ran.text());
  }

  private static void twoGibibytes(Bench bench) {
    long size = 2L * 1024 * MEBIBYTE;
    MemoryWatch memory = new MemoryWatch(size / 2);
    Ran ran =
        bench
            .made()
            .run(
                new Command("head -c " + size + " /dev/zero", null, null, Duration.ofMinutes(2)),
                new Capture(memory::printed))
            .exited(0);
    Expect.equal("bytes on standard output", size, ran.stdout().total());
    memory.requireBounded();
  }
}
