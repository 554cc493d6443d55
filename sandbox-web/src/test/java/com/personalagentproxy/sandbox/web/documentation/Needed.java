package com.personalagentproxy.sandbox.web.documentation;

import org.opentest4j.TestAbortedException;

/** What a test needs of the computer it runs on. */
public final class Needed {

  private Needed() {}

  /** Skips the test aloud if it isn't here; in the strict run that is a failure. */
  public static void require(boolean isHere, String sentence) {
    if (isHere) {
      return;
    }
    if ("true".equals(System.getenv("SANDBOX_TEST_STRICT"))) {
      throw new AssertionError(sentence);
    }
    System.err.println(sentence);
    throw new TestAbortedException(sentence);
  }

  /** Whether a program can be run. */
  public static boolean canRun(String... command) {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
    } catch (java.io.IOException notThere) {
      return false;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted.", stop);
    }
  }
}
