package com.personalagentproxy.sandbox.web.command;

import com.personalagentproxy.sandbox.backend.conformance.Check;
import com.personalagentproxy.sandbox.backend.conformance.Report;
import com.personalagentproxy.sandbox.backend.conformance.Result;
import com.personalagentproxy.sandbox.backend.conformance.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * What a run of the conformance suite prints: a line for each check when it has ended, with what is
 * to be said of it below, and a sum.
 */
final class CheckReport {

  private static final String GREEN = "32";
  private static final String RED = "1;31";
  private static final String YELLOW = "33";
  private static final String GREY = "2";

  private final Consumer<String> out;
  private final boolean coloured;

  CheckReport(Consumer<String> out, boolean coloured) {
    this.out = out;
    this.coloured = coloured;
  }

  /** A check as it is listed. */
  static String entry(Check check) {
    return "%s  %s (%s)"
        .formatted(check.name(), check.sentence(), String.join(", ", check.rules()));
  }

  void start(String description, int checks) {
    say(description);
    say(
        "%s follow, several at a time; those that take the time come last."
            .formatted(counted(checks)));
    say("");
  }

  void tell(Result result) {
    Check check = result.check();
    String rest = "%s  %s (%s)".formatted(check.name(), check.sentence(), seconds(result.took()));
    Verdict verdict = result.verdict();
    if (verdict instanceof Verdict.Passed) {
      say(painted(GREEN, "✓ ") + rest);
    } else if (verdict instanceof Verdict.Failed failed) {
      say(painted(RED, "✗ " + rest));
      say("    expected: " + failed.expected());
      say("    came:     " + failed.came());
    } else if (verdict instanceof Verdict.KnownGap gap) {
      say(painted(YELLOW, "– ") + rest);
      say("    known gap: " + gap.why());
      say("    came:      " + gap.came());
    } else if (verdict instanceof Verdict.NotApplicable reason) {
      say(painted(GREY, "– ") + rest);
      say("    not applicable: " + reason.why());
    }
  }

  void sum(Report report) {
    say("");
    report.complaints().forEach(each -> say(painted(RED, "✗ ") + each));
    List<Result> failures = report.failures();
    say(
        "%s in %s: %s passed, %s failed, %s known gaps, %s not applicable."
            .formatted(
                counted(report.results().size()),
                seconds(report.took()),
                report.count(Verdict.Passed.class),
                failures.size(),
                report.count(Verdict.KnownGap.class),
                report.count(Verdict.NotApplicable.class)));
    if (!failures.isEmpty()) {
      say(
          "Failed: "
              + failures.stream()
                  .map(each -> each.check().name())
                  .sorted()
                  .collect(Collectors.joining(", "))
              + ".");
    }
    say(
        report.holds()
            ? painted(GREEN, "The backend keeps its promises.")
            : painted(RED, "The backend doesn't keep its promises."));
  }

  private static String counted(int checks) {
    return checks == 1 ? "1 check" : checks + " checks";
  }

  private static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
  }

  private String painted(String code, String text) {
    return coloured ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }

  private void say(String line) {
    out.accept(line);
  }
}
