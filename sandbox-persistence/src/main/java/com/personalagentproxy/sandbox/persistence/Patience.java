package com.personalagentproxy.sandbox.persistence;

import java.time.Duration;

/**
 * How long a database is waited for. Together they bound how late the trouble of one statement is
 * heard of.
 *
 * @param connection until a connection is there, or given up
 * @param statement until the database itself gives a statement up
 * @param silence until a database that says nothing is given up: longer than a statement may take,
 *     in whole seconds
 * @param check until a connection that was idle counts as cut: well within {@code connection}
 */
record Patience(Duration connection, Duration statement, Duration silence, Duration check) {

  static final Patience USUAL =
      new Patience(
          Duration.ofSeconds(5),
          Duration.ofSeconds(15),
          Duration.ofSeconds(20),
          Duration.ofSeconds(2));

  Patience {
    if (silence.compareTo(statement) <= 0) {
      throw new IllegalArgumentException(
          "silence is %s and statement %s. Give more silence, so that the database's own word comes first."
              .formatted(silence, statement));
    }
  }

  /** How late the trouble of one statement is heard of at most. */
  Duration longest() {
    return connection.plus(silence);
  }
}
