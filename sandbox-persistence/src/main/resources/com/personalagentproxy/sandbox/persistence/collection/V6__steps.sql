-- Every state that a sandbox came into, and its end: its life for who looks, and what changed since a look. A trigger writes
-- it, so that no write can forget it; it fires only for statements that set the state, and commands don't. It names
-- nothing by reference, so that it outlives the sandbox.
CREATE TABLE sandbox_steps (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sandbox_id    uuid        NOT NULL,
  connection_id uuid        NOT NULL,
  state         text, -- absent: it was taken out
  at            timestamptz NOT NULL,
  reason        text        NOT NULL
);
CREATE INDEX sandbox_steps_of_sandbox ON sandbox_steps (sandbox_id, id DESC);

CREATE FUNCTION sandbox_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO sandbox_steps (sandbox_id, connection_id, at, reason)
    VALUES (OLD.id, OLD.connection_id, clock_timestamp(), OLD.reason);
  ELSE
    INSERT INTO sandbox_steps (sandbox_id, connection_id, state, at, reason)
    VALUES (NEW.id, NEW.connection_id, NEW.state, NEW.state_since, NEW.reason);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER sandboxes_begin_and_end AFTER INSERT OR DELETE ON sandboxes
  FOR EACH ROW EXECUTE FUNCTION sandbox_step();
CREATE TRIGGER sandboxes_come_into_a_state AFTER UPDATE OF state ON sandboxes
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION sandbox_step();

-- What a task has. Its holder changes only when the sandbox changes hands.
CREATE INDEX sandboxes_holder ON sandboxes (holder) WHERE holder IS NOT NULL;
