-- Moves have the time of the server that makes them, and the end of a sandbox has the database's: where that clock was behind
-- a sandbox was gone before it was being deleted. It never is before the state it leaves.
CREATE OR REPLACE FUNCTION sandbox_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO sandbox_steps (sandbox_id, connection_id, at, reason)
    VALUES (OLD.id, OLD.connection_id, greatest(clock_timestamp(), OLD.state_since), OLD.reason);
  ELSE
    INSERT INTO sandbox_steps (sandbox_id, connection_id, state, at, reason)
    VALUES (NEW.id, NEW.connection_id, NEW.state, NEW.state_since, NEW.reason);
  END IF;
  RETURN NULL;
END
$$;
