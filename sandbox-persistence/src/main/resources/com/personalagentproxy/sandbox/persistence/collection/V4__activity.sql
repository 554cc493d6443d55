-- The history: every call of an agent. It names nothing by reference, so that entries outlive what they name; and it is
-- beside the sandboxes, since a command's entry is written in the statement that admits the command.
CREATE TABLE sandbox_activity (
  id              uuid PRIMARY KEY,      -- an admitted command's own id
  called_at       timestamptz NOT NULL,
  organization_id uuid        NOT NULL,
  member_id       uuid        NOT NULL,
  agent_id        uuid        NOT NULL,
  agent_name      text        NOT NULL,
  task_id         uuid,
  task_title      text,
  deed            text        NOT NULL,
  named           text,                  -- what the caller wrote, when nothing was found by it
  connection_id   uuid,
  sandbox_id      uuid,
  sandbox_name    text,
  line            text,                  -- what the shell was to run
  exec_id         text,
  fingerprint     text,
  verdict         text        NOT NULL
    CHECK (verdict IN ('done', 'refused', 'failed', 'repeated', 'running', 'ended')),
  refusal         text,                  -- what kind of refusal
  sentence        text,                  -- of the refusal, or the failure's class
  first_id        uuid,                  -- what it repeated
  deadline        timestamptz,
  took_lease      boolean,
  outcome         text,
  exit_code       integer,
  detail          text,                  -- the signal, the folder, or why
  took_nanos      bigint,
  wake_nanos      bigint,
  -- With \0 for each NUL, which a text can't have in it, and each backslash doubled.
  stdout_head     text,
  stdout_left_out bigint,
  stdout_tail     text,
  stderr_head     text,
  stderr_left_out bigint,
  stderr_tail     text,
  CHECK ((task_id IS NULL) = (task_title IS NULL)),
  CHECK ((sandbox_id IS NULL) = (sandbox_name IS NULL)),
  CHECK ((exec_id IS NULL) = (fingerprint IS NULL)),
  CHECK (verdict NOT IN ('running', 'ended') OR took_lease IS NOT NULL),
  CHECK (verdict <> 'running' OR deadline IS NOT NULL),
  CHECK (verdict <> 'ended' OR outcome IS NOT NULL)
);

-- An exec_id stands for one command; one that was refused after all makes it free again.
CREATE UNIQUE INDEX sandbox_activity_exec_id ON sandbox_activity (agent_id, sandbox_id, exec_id)
  WHERE exec_id IS NOT NULL AND verdict IN ('running', 'ended');

-- A page is read off an index, whatever it is narrowed to.
CREATE INDEX sandbox_activity_newest ON sandbox_activity (organization_id, called_at DESC, id DESC);
CREATE INDEX sandbox_activity_of_agent ON sandbox_activity (agent_id, called_at DESC, id DESC);
CREATE INDEX sandbox_activity_for_task ON sandbox_activity (task_id, called_at DESC, id DESC) WHERE task_id IS NOT NULL;
CREATE INDEX sandbox_activity_of_sandbox ON sandbox_activity (sandbox_id, called_at DESC, id DESC)
  WHERE sandbox_id IS NOT NULL;

-- What is due is found without a look at the rest.
CREATE INDEX sandbox_activity_abandoned ON sandbox_activity (deadline) WHERE verdict = 'running';
CREATE INDEX sandbox_activity_oldest ON sandbox_activity (called_at) WHERE verdict <> 'running';
