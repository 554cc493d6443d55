package com.personalagentproxy.sandbox.machine;

/**
 * A number on a sandbox that only grows: by one with each move that is claimed. It fences the
 * backend against late calls (M2).
 *
 * @param number 1 for the making
 */
public record Generation(long number) implements Comparable<Generation> {

  public static final Generation FIRST = new Generation(1);

  public Generation {
    if (number < 1) {
      throw new IllegalArgumentException("Generation " + number + " is below 1.");
    }
  }

  public Generation next() {
    return new Generation(number + 1);
  }

  @Override
  public int compareTo(Generation other) {
    return Long.compare(number, other.number);
  }
}
