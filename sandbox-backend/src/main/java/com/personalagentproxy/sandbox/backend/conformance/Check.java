package com.personalagentproxy.sandbox.backend.conformance;

import java.time.Duration;
import java.util.List;

/**
 * One thing that every backend promises, and how it is found out.
 *
 * @param name short and stable, such as {@code stdin.one-mebibyte}: its matter, a dot, what it is
 *     about
 * @param sentence what is promised
 * @param rules the rules that it keeps, such as {@code X5}
 * @param alone whether it runs while no other check does: it takes the time, or loads the backend
 * @param limit when it counts as stuck
 */
public record Check(
    String name, String sentence, List<String> rules, boolean alone, Duration limit, Body body) {

  private static final Duration USUAL_LIMIT = Duration.ofSeconds(60);

  /** Tries the promise on a bench. */
  @FunctionalInterface
  interface Body {

    /** Comes back if it was kept; throws {@link Unmet} if it wasn't. */
    void tryOn(Bench bench) throws Exception;
  }

  public Check {
    rules = List.copyOf(rules);
  }

  static Check of(String name, String sentence, String rules, Body body) {
    return new Check(name, sentence, List.of(rules.split(" ", -1)), false, USUAL_LIMIT, body);
  }

  /** The same, while no other check runs. */
  Check whileNoOtherRuns() {
    return new Check(name, sentence, rules, true, limit, body);
  }

  /** The same, for a check that works for long: alone, and with more time before it is stuck. */
  Check slow(int seconds) {
    return new Check(name, sentence, rules, true, Duration.ofSeconds(seconds), body);
  }

  /** What it is about: its name's part before the dot. */
  public String matter() {
    return name.substring(0, name.indexOf('.'));
  }
}
