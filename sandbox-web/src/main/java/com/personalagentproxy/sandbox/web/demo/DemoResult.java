package com.personalagentproxy.sandbox.web.demo;

/**
 * What came of the story.
 *
 * @param held steps that held
 * @param failed steps that did not hold
 * @param notTried steps that could not be tried after that
 * @param tidy whether what the story made is gone again, and the setting is as it was before
 */
public record DemoResult(int held, int failed, int notTried, boolean tidy) {

  /** Whether every step held and nothing was left behind. */
  public boolean isGood() {
    return failed == 0 && notTried == 0 && tidy;
  }

  /** 0 if it is good, else 1. */
  public int exitCode() {
    return isGood() ? 0 : 1;
  }

  String sentence() {
    int all = held + failed + notTried;
    String steps =
        held == all
            ? "All %s steps held.".formatted(all)
            : "%s of %s steps held; %s did not, and %s could not be tried."
                .formatted(held, all, failed, notTried);
    return tidy ? steps : steps + " Something was left behind.";
  }
}
