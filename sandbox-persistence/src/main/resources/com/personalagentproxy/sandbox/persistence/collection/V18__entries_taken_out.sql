-- An entry that somebody takes out while its command runs, such as an operator who deletes an organization's history, leaves
-- nothing behind among those that run: whoever looks for the abandoned would be given the same ones again and again. Of each
-- row, since none of those that are cleared runs, and a history that is deleted may be large.
CREATE FUNCTION sandbox_command_is_taken_out() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off AS $$
BEGIN
  DELETE FROM sandbox_running_commands WHERE deadline = OLD.deadline AND id = OLD.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER sandbox_command_is_taken_out AFTER DELETE ON sandbox_activity FOR EACH ROW
  WHEN (OLD.verdict = 'running') EXECUTE FUNCTION sandbox_command_is_taken_out();

CREATE FUNCTION sandbox_commands_are_taken_out() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sandbox_running_commands;
  RETURN NULL;
END
$$;
CREATE TRIGGER sandbox_commands_are_taken_out AFTER TRUNCATE ON sandbox_activity
  FOR EACH STATEMENT EXECUTE FUNCTION sandbox_commands_are_taken_out();

-- What was left behind before. Few run, and each one's entry is found by its id: writes of entries wait meanwhile.
SET LOCAL enable_hashjoin = off;
SET LOCAL enable_mergejoin = off;
DELETE FROM sandbox_running_commands AS running
WHERE NOT EXISTS (SELECT FROM sandbox_activity AS entry WHERE entry.id = running.id AND entry.verdict = 'running');
