package com.personalagentproxy.sandbox.http.mcp;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The revisions of the protocol that are spoken here, newest first. */
enum Revision {
  /** Each request says all about itself; there is no {@code initialize}. */
  JULY_2026("2026-07-28"),
  NOVEMBER_2025("2025-11-25"),
  JUNE_2025("2025-06-18"),
  /** The only one with batches, and the one of clients that name none. */
  MARCH_2025("2025-03-26");

  /** What a client that begins with {@code initialize} is offered if it asks for another. */
  static final Revision NEWEST_WITH_HANDSHAKE = NOVEMBER_2025;

  private final String date;

  Revision(String date) {
    this.date = date;
  }

  /** Its name on the wire. */
  String date() {
    return date;
  }

  boolean beginsWithHandshake() {
    return this != JULY_2026;
  }

  /** Whether an answer to what has no id has none either; in the others it has null. */
  boolean leavesOutNoId() {
    return this == JULY_2026 || this == NOVEMBER_2025;
  }

  boolean takesBatches() {
    return this == MARCH_2025;
  }

  static Optional<Revision> of(String date) {
    return Arrays.stream(values()).filter(each -> each.date.equals(date)).findFirst();
  }

  static List<String> dates() {
    return Arrays.stream(values()).map(Revision::date).toList();
  }
}
