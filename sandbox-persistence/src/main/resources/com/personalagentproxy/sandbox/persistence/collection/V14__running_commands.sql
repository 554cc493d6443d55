-- A command's end changes its entry, and where a column that it changes was in an index, or in what an index is narrowed
-- by, the end changed all of the table's indexes. So the verdict is in none any more (V17 drops those that have it). Here
-- only what takes a moment: V15 and V16 do what takes its time, while commands go on.

-- The commands that are written down as running. For whoever looks for those past their deadline; the entries are what
-- counts. A trigger keeps it, so that no write can forget it, nor one of a server of the version before.
CREATE TABLE sandbox_running_commands (
  deadline timestamptz NOT NULL,
  id       uuid        NOT NULL, -- its entry's
  PRIMARY KEY (deadline, id)
) WITH (
  -- Each row is there for as long as its command runs: what was is more than what is.
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, vacuum_truncate = off);

-- An exec_id stands for one command, until that was certainly not run: then it is free again. A trigger says so.
ALTER TABLE sandbox_activity ADD COLUMN exec_id_is_free boolean NOT NULL DEFAULT false;

-- Without plans for a table that is nearly empty: they are kept when it no longer is.
CREATE FUNCTION sandbox_commands_begin() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  INSERT INTO sandbox_running_commands (deadline, id)
  SELECT deadline, id FROM written WHERE verdict = 'running';
  RETURN NULL;
END
$$;
CREATE TRIGGER sandbox_commands_begin AFTER INSERT ON sandbox_activity
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION sandbox_commands_begin();

CREATE FUNCTION sandbox_commands_end() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  DELETE FROM sandbox_running_commands AS running USING written
  WHERE running.deadline = written.deadline AND running.id = written.id AND written.verdict <> 'running';
  RETURN NULL;
END
$$;
CREATE TRIGGER sandbox_commands_end AFTER UPDATE ON sandbox_activity
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION sandbox_commands_end();

CREATE FUNCTION sandbox_exec_id_is_free() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.exec_id_is_free := true;
    RETURN NEW;
  END IF;
  UPDATE sandbox_activity SET exec_id_is_free = true WHERE id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER sandbox_exec_id_of_one_not_run BEFORE INSERT ON sandbox_activity FOR EACH ROW
  WHEN (NEW.exec_id IS NOT NULL AND NEW.verdict NOT IN ('running', 'ended'))
  EXECUTE FUNCTION sandbox_exec_id_is_free();
-- Afterwards, since a trigger before it would lock each row of those that ended once more.
CREATE TRIGGER sandbox_exec_id_of_one_not_run_after_all AFTER UPDATE ON sandbox_activity FOR EACH ROW
  WHEN (NEW.exec_id IS NOT NULL AND NOT NEW.exec_id_is_free AND NEW.verdict NOT IN ('running', 'ended'))
  EXECUTE FUNCTION sandbox_exec_id_is_free();

INSERT INTO sandbox_running_commands (deadline, id)
SELECT deadline, id FROM sandbox_activity WHERE verdict = 'running';

-- What an end writes fits into the page of its row.
ALTER TABLE sandbox_activity SET (fillfactor = 80);
