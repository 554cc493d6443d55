package com.personalagentproxy.sandbox.persistence;

import java.time.Duration;

/**
 * How long migrations wait for what others have, such as a backup that reads the tables.
 *
 * @param lock for how long a step asks for a lock: whatever else wants the table queues behind it,
 *     so it is shorter than callers wait for a connection
 * @param pause for how long all goes on undisturbed until the step asks again
 * @param longest until the start is given up
 */
record MigrationPatience(Duration lock, Duration pause, Duration longest) {

  static final MigrationPatience USUAL =
      new MigrationPatience(Duration.ofSeconds(2), Duration.ofSeconds(8), Duration.ofHours(1));
}
