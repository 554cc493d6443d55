package com.personalagentproxy.sandbox.backend.conformance;

import java.time.Duration;

/** What came of one check, and how long it took. */
public record Result(Check check, Verdict verdict, Duration took) {

  /** Whether the backend broke its promise without having said so. */
  public boolean isFailure() {
    return verdict instanceof Verdict.Failed;
  }
}
