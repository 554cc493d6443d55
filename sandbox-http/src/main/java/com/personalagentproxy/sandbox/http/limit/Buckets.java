package com.personalagentproxy.sandbox.http.limit;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A bucket for each of many, which lets through so many a minute. The table holds ten thousand: of
 * more, the one that was used longest ago is dropped, and with it what it remembers. Safe for use
 * by many threads.
 */
final class Buckets<K> {

  static final int MOST = 10_000;
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final int perMinute;
  private final TimeMeter time;
  private final Map<K, Bucket> buckets =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, Bucket> eldest) {
          return size() > MOST;
        }
      };

  Buckets(int perMinute, TimeMeter time) {
    this.perMinute = perMinute;
    this.time = time;
  }

  /** Takes one; empty if it was there, else how long to wait until it is. */
  Optional<Duration> take(K of) {
    var probe = bucket(of).tryConsumeAndReturnRemaining(1);
    return probe.isConsumed()
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(probe.getNanosToWaitForRefill()));
  }

  /** How long to wait until there is one; empty if there is. Nothing is taken, nor remembered. */
  Optional<Duration> wait(K of) {
    Bucket known;
    synchronized (buckets) {
      known = buckets.get(of);
    }
    if (known == null) {
      return Optional.empty();
    }
    var probe = known.estimateAbilityToConsume(1);
    return probe.canBeConsumed()
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(probe.getNanosToWaitForRefill()));
  }

  private Bucket bucket(K of) {
    synchronized (buckets) {
      return buckets.computeIfAbsent(of, each -> full());
    }
  }

  private Bucket full() {
    return Bucket.builder()
        .addLimit(limit -> limit.capacity(perMinute).refillGreedy(perMinute, MINUTE))
        .withCustomTimePrecision(time)
        .build();
  }

  int size() {
    synchronized (buckets) {
      return buckets.size();
    }
  }
}
