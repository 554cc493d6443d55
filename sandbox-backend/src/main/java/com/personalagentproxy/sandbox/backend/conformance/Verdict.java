package com.personalagentproxy.sandbox.backend.conformance;

/** What came of a check. */
public sealed interface Verdict {

  /** The promise was kept. */
  record Passed() implements Verdict {}

  /**
   * The promise was not kept.
   *
   * @param expected what was expected
   * @param came what came instead
   */
  record Failed(String expected, String came) implements Verdict {}

  /**
   * It was not kept, and the backend says itself that it can't.
   *
   * @param why a sentence, as the backend tells it
   * @param came what came
   */
  record KnownGap(String why, String came) implements Verdict {}

  /**
   * It can't be tried here.
   *
   * @param why a sentence
   */
  record NotApplicable(String why) implements Verdict {}
}
