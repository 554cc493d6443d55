-- Made while commands go on, so each for itself and not in a transaction: what an attempt that failed left behind goes first.
DROP INDEX CONCURRENTLY IF EXISTS tasks_active_lately;
CREATE INDEX CONCURRENTLY tasks_active_lately ON tasks (agent_id, active_about) WHERE finished_at IS NULL;
-- Likewise, those that an agent has finished of the many that it hasn't.
DROP INDEX CONCURRENTLY IF EXISTS tasks_finished_by;
CREATE INDEX CONCURRENTLY tasks_finished_by ON tasks (agent_id, started_at DESC, id DESC) WHERE finished_at IS NOT NULL;
