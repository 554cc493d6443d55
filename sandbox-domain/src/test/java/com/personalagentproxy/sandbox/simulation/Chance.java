package com.personalagentproxy.sandbox.simulation;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/** What is left to chance, all of it decided by one seed. */
final class Chance {

  private final SplittableRandom random;

  Chance(long seed) {
    random = new SplittableRandom(seed);
  }

  /** A number from 0 to below the bound. */
  int below(int bound) {
    return random.nextInt(bound);
  }

  /** True once in so many times; never for 0. */
  boolean oneIn(int times) {
    return times > 0 && random.nextInt(times) == 0;
  }

  boolean percent(int of) {
    return random.nextInt(100) < of;
  }

  <T> T pick(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  /** A time of whole microseconds between the two. */
  Duration between(Duration shortest, Duration longest) {
    long spread = (longest.toNanos() - shortest.toNanos()) / 1000;
    return shortest.plusNanos(spread <= 0 ? 0 : random.nextLong(spread) * 1000);
  }

  UUID id() {
    return new UUID(random.nextLong(), random.nextLong());
  }
}
