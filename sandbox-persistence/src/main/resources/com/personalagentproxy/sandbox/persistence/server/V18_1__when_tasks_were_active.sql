-- Which of an agent's tasks are under way is read off an index of when they were active, and not off all that it has left open,
-- which are there for good. A command changes last_active: were that in an index, each would change all of the table's. The
-- five minutes that it was in seldom change. Absent: it was not active since a day before this. A trigger keeps it, and no
-- generated column, for which all commands would wait until the table is written anew.
ALTER TABLE tasks ADD COLUMN active_about timestamptz;

CREATE FUNCTION task_is_active() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.active_about := date_bin('5 minutes', NEW.last_active, TIMESTAMPTZ '2000-01-01 00:00:00+00');
  RETURN NEW;
END
$$;
CREATE TRIGGER tasks_are_active BEFORE INSERT OR UPDATE OF last_active ON tasks FOR EACH ROW
  WHEN (NEW.active_about IS DISTINCT FROM date_bin('5 minutes', NEW.last_active, TIMESTAMPTZ '2000-01-01 00:00:00+00'))
  EXECUTE FUNCTION task_is_active();
