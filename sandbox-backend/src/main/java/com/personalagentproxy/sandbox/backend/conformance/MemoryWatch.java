package com.personalagentproxy.sandbox.backend.conformance;

/**
 * Looks at how much memory this process uses while a command prints: a backend that holds the
 * output, here, holds half of it then.
 */
final class MemoryWatch {

  private static final long BOUND = 128L * 1024 * 1024;

  private final long when;
  private final long before = used();
  private volatile long then = -1;

  /**
   * @param when after how many bytes it looks
   */
  MemoryWatch(long when) {
    this.when = when;
  }

  void printed(long total) {
    if (then < 0 && total >= when) {
      then = used();
    }
  }

  void requireBounded() {
    long grown = then - before;
    Expect.that(
        then >= 0 && grown < BOUND,
        "less than %s bytes of memory more in the middle".formatted(BOUND),
        grown + " bytes more");
  }

  private static long used() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
