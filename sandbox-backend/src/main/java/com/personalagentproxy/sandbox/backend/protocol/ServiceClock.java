package com.personalagentproxy.sandbox.backend.protocol;

import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The service's clock, as the {@code Date} of its last quick answer tells it: behind by up to two
 * seconds. A slow answer may bear the time when its call came, so it is believed only while there
 * is nothing better. Safe for use by many threads.
 */
final class ServiceClock {

  private static final Duration QUICK = Duration.ofSeconds(1);

  private record Reading(Instant time, long nanoTime) {}

  private volatile @Nullable Reading last;

  /**
   * Reads it off an answer that has just come; one that tells nothing changes nothing.
   *
   * @param took from the call to its answer
   */
  void read(HttpHeaders headers, Duration took) {
    if (last != null && took.compareTo(QUICK) > 0) {
      return;
    }
    Optional<Instant> told = headers.firstValue("Date").flatMap(ServiceClock::parse);
    told.ifPresent(time -> last = new Reading(time, System.nanoTime()));
  }

  /** What time it is there now; empty if no answer has told. */
  Optional<Instant> now() {
    Reading reading = last;
    return reading == null
        ? Optional.empty()
        : Optional.of(
            reading.time().plus(Duration.ofNanos(System.nanoTime() - reading.nanoTime())));
  }

  private static Optional<Instant> parse(String date) {
    try {
      return Optional.of(Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date)));
    } catch (DateTimeException notADate) {
      return Optional.empty();
    }
  }
}
