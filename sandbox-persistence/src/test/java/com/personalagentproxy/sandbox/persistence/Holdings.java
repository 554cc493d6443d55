package com.personalagentproxy.sandbox.persistence;

import java.util.List;
import java.util.function.Predicate;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * What a program has of a database, over a pool of one connection, and of threads.
 *
 * @param connections all that the database has
 * @param held of the pool's: what nobody has given back
 * @param prepared statements that the session keeps; not to be seen while it is held
 * @param cursors that are open in it; likewise
 * @param threads their names
 */
record Holdings(int connections, int held, int prepared, int cursors, List<String> threads) {

  /** Those come and go with what is done at once. */
  private static final Predicate<String> COME_AND_GO =
      name -> name.startsWith("ForkJoinPool") || name.startsWith("sandbox-background");

  /**
   * @param name of the database
   * @param elsewhere another database of the same server
   */
  static Holdings of(Database database, String name, Jdbi elsewhere) {
    int held = database.gauges().getActiveConnections();
    return new Holdings(
        elsewhere.withHandle(
            handle ->
                handle
                    .createQuery("SELECT count(*) FROM pg_stat_activity WHERE datname = :name")
                    .bind("name", name)
                    .mapTo(Integer.class)
                    .one()),
        held,
        held > 0 ? 0 : inSession("pg_prepared_statements", database),
        held > 0 ? 0 : inSession("pg_cursors", database),
        Thread.getAllStackTraces().keySet().stream()
            .map(Thread::getName)
            .filter(COME_AND_GO.negate())
            .sorted()
            .toList());
  }

  private static int inSession(String view, Database database) {
    try (Handle handle = database.jdbi().open()) {
      return handle.createQuery("SELECT count(*) FROM " + view).mapTo(Integer.class).one();
    }
  }
}
