-- What a million sandboxes with ten million entries need.

-- A command changes last_used twice. Were that in an index, each change would be made in all of the indexes, and leave
-- something to vacuum in each. The minute seldom changes; and with room in the page, what changes stays in the row's page.
-- It is only there while the sandbox is awake, so that the planner knows how few are due.
ALTER TABLE sandboxes SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE sandboxes
  ADD COLUMN awake_last_used timestamptz GENERATED ALWAYS AS (
    CASE WHEN state = 'awake' THEN date_bin('1 minute', last_used, TIMESTAMPTZ '2000-01-01 00:00:00+00') END) STORED;
DROP INDEX sandboxes_idle;
CREATE INDEX sandboxes_idle ON sandboxes (awake_last_used) WHERE awake_last_used IS NOT NULL;

-- A search reads those that have the searched letters, three at a time, and not all names.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
  END IF;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RAISE EXCEPTION USING MESSAGE =
    'The search in names needs the extension pg_trgm, and this user can''t add it to the database (' || SQLERRM
    || '). Ask the database''s owner to run CREATE EXTENSION pg_trgm in it, and start again';
END
$$;
-- On an expression, so that who asks for one name goes by the index of names: a hundred thousand connections may have a
-- “build” each. The extension may be in a schema that isn't searched.
DO $$
BEGIN
  EXECUTE format(
    'CREATE INDEX sandboxes_search ON sandboxes USING gin ((name_key || '''') %s) WITH (fastupdate = off)',
    (SELECT quote_ident(nspname) || '.gin_trgm_ops' FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace
     WHERE extname = 'pg_trgm'));
END
$$;
-- A search may be for what one name in a thousand has: the planner is to know.
ALTER INDEX sandboxes_search ALTER COLUMN 1 SET STATISTICS 1000;

-- Whoever knows the agent, the task or the sandbox knows the organization. The planner took them for unlike things, and
-- looked through all of the organization's entries for a few.
CREATE STATISTICS sandbox_activity_whose (dependencies)
  ON organization_id, agent_id, task_id, sandbox_id FROM sandbox_activity;

-- A command that ended leaves its place among the running ones behind, and whoever looks for the abandoned passes it.
ALTER TABLE sandbox_activity SET (autovacuum_vacuum_scale_factor = 0.02);

ANALYZE sandboxes;
ANALYZE sandbox_activity;
