package com.personalagentproxy.sandbox.console;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Up to where changes were told: all steps up to a number, and all else until a time.
 *
 * @param number a step's
 */
record Place(long number, Instant at) {

  /** What is older is told no more: reading anew costs less. */
  private static final Duration OLDEST = Duration.ofMinutes(30);

  /** Clocks of servers differ a little. */
  private static final Duration AHEAD = Duration.ofMinutes(1);

  private static final int LONGEST_TOKEN = 60;

  String token() {
    return number + "-" + at.toEpochMilli();
  }

  boolean isBefore(Place other) {
    return number < other.number || at.isBefore(other.at);
  }

  /** The place that a token stands for; empty if it stands for none, or for one too long ago. */
  static Optional<Place> parse(String token, Instant now) {
    int cut = token.indexOf('-');
    if (cut < 1 || token.length() > LONGEST_TOKEN) {
      return Optional.empty();
    }
    try {
      Place place =
          new Place(
              Long.parseUnsignedLong(token.substring(0, cut)),
              Instant.ofEpochMilli(Long.parseUnsignedLong(token.substring(cut + 1))));
      return place.number < 0
              || place.at.isBefore(now.minus(OLDEST))
              || place.at.isAfter(now.plus(AHEAD))
          ? Optional.empty()
          : Optional.of(place);
    } catch (NumberFormatException | DateTimeException | ArithmeticException notAPlace) {
      return Optional.empty();
    }
  }
}
