package com.personalagentproxy.sandbox.backend.conformance;

import java.time.Duration;
import java.util.List;

/**
 * What came of a run of the suite.
 *
 * @param results one for each check that was asked for, in the order they ended
 * @param complaints sentences on what is wrong beside the checks: gaps that name no check, and
 *     machines that couldn't be deleted
 */
public record Report(List<Result> results, List<String> complaints, Duration took) {

  public Report {
    results = List.copyOf(results);
    complaints = List.copyOf(complaints);
  }

  /** Whether the backend keeps its promises, but for the gaps that it names. */
  public boolean holds() {
    return failures().isEmpty() && complaints.isEmpty();
  }

  /** Those that failed. */
  public List<Result> failures() {
    return results.stream().filter(Result::isFailure).toList();
  }

  /** How many have a verdict of that kind. */
  public long count(Class<? extends Verdict> kind) {
    return results.stream().filter(result -> kind.isInstance(result.verdict())).count();
  }
}
