-- Made while commands go on, so each for itself and not in a transaction: what an attempt that failed left behind goes first.
DROP INDEX CONCURRENTLY IF EXISTS sandbox_activity_exec_id_in_force;
CREATE UNIQUE INDEX CONCURRENTLY sandbox_activity_exec_id_in_force ON sandbox_activity (agent_id, sandbox_id, exec_id)
  WHERE exec_id IS NOT NULL AND NOT exec_id_is_free;
DROP INDEX CONCURRENTLY IF EXISTS sandbox_activity_by_age;
-- Not of the bare column, or pages of the history would be looked for in it, among everybody's entries.
CREATE INDEX CONCURRENTLY sandbox_activity_by_age ON sandbox_activity ((called_at AT TIME ZONE 'UTC'));
