package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.machine.MachineBackend.Gap;
import com.personalagentproxy.sandbox.machine.MachineBackend.Isolation;
import java.util.List;

/** What is promised of what a backend tells of itself. */
final class TellingChecks {

  static final List<Check> ALL =
      List.of(
          Check.of(
              "tells.what-it-keeps",
              "The backend says that it is there, in a sentence what it keeps, and what separates machines.",
              "C6",
              TellingChecks::whatItKeeps),
          Check.of(
              "tells.why-of-its-gaps",
              "Of each thing that it can't do the backend says why, in a sentence, and names each once.",
              "C6",
              TellingChecks::whyOfItsGaps));

  private TellingChecks() {}

  private static void whatItKeeps(Bench bench) {
    Expect.that(bench.backend().isThere(), "a backend that is there", "none");
    String description = bench.backend().description();
    Expect.that(isSentence(description), "a sentence, with a full stop at the end", description);
    Expect.equal("what it says again", description, bench.backend().description());
    Isolation isolation = bench.backend().isolation();
    Expect.equal("its isolation, asked again", isolation, bench.backend().isolation());
  }

  private static void whyOfItsGaps(Bench bench) {
    List<Gap> gaps = bench.backend().gaps();
    for (Gap gap : gaps) {
      Expect.that(isSentence(gap.why()), "a sentence on " + gap.check(), gap.why());
    }
    Expect.equal(
        "the names of its gaps",
        gaps.stream().map(Gap::check).distinct().toList(),
        gaps.stream().map(Gap::check).toList());
  }

  private static boolean isSentence(String text) {
    return text.length() > 1 && text.endsWith(".") && !text.contains("\n");
  }
}
