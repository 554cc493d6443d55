package com.personalagentproxy.sandbox.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jdbi.v3.core.Jdbi;

/** What triggers keep beside the entries of the history is as those say, whatever was done. */
public final class KeptBeside {

  private static final String OTHERWISE =
      """
      SELECT 'runs by its entry alone: ' || id FROM sandbox_activity AS entry
      WHERE verdict = 'running' AND NOT EXISTS (
        SELECT FROM sandbox_running_commands AS running WHERE (running.id, running.deadline) = (entry.id, entry.deadline))
      UNION ALL
      SELECT 'runs without an entry that says so: ' || id FROM sandbox_running_commands AS running
      WHERE NOT EXISTS (SELECT FROM sandbox_activity AS entry WHERE entry.id = running.id AND verdict = 'running')
      UNION ALL
      SELECT 'has an exec_id that is wrongly ' || CASE WHEN exec_id_is_free THEN 'free: ' ELSE 'taken: ' END || id
      FROM sandbox_activity
      WHERE exec_id_is_free <> (exec_id IS NOT NULL AND verdict NOT IN ('running', 'ended'))
      """;

  private KeptBeside() {}

  /** Fails with what is otherwise. */
  public static void requireThatItIsAsTheEntriesSay(Jdbi jdbi) {
    List<String> otherwise =
        jdbi.withHandle(handle -> handle.createQuery(OTHERWISE).mapTo(String.class).list());
    assertThat(otherwise).isEmpty();
  }
}
