-- The sandboxes, and nothing that belongs to others: an embedder takes this table alone. So connections, tasks and
-- people are plain ids here.
CREATE TABLE sandboxes (
  id            uuid PRIMARY KEY,
  connection_id uuid        NOT NULL,
  name          text        NOT NULL,
  name_key      text        NOT NULL, -- the name without regard to case
  made_at       timestamptz NOT NULL,
  made_by       text        NOT NULL,
  creation_key  text,
  state         text        NOT NULL
    CHECK (state IN ('creating', 'awake', 'falling_asleep', 'asleep', 'waking', 'deleting', 'lost')),
  state_since   timestamptz NOT NULL,
  deadline      timestamptz,          -- of the move under way
  generation    bigint      NOT NULL CHECK (generation >= 1),
  reason        text        NOT NULL,
  last_used     timestamptz NOT NULL,
  holder        uuid,                 -- the task that took the lease last
  held_since    timestamptz,
  admissions    bigint      NOT NULL,
  -- Commands that were admitted and not counted out: [{"id", "task", "deadline": microseconds since 1970}]. They are in
  -- the row, so that a guarded write that had to wait looks at them in the row's newest version.
  running       jsonb       NOT NULL,
  CHECK ((deadline IS NULL) = (state IN ('awake', 'asleep', 'lost'))),
  CHECK ((holder IS NULL) = (held_since IS NULL))
);

CREATE UNIQUE INDEX sandboxes_name ON sandboxes (connection_id, name_key);
CREATE UNIQUE INDEX sandboxes_creation_key ON sandboxes (connection_id, creation_key) WHERE creation_key IS NOT NULL;

-- A page is read off the index, however many sandboxes there are.
CREATE INDEX sandboxes_newest ON sandboxes (connection_id, made_at DESC, id DESC);
CREATE INDEX sandboxes_newest_in_state ON sandboxes (connection_id, state, made_at DESC, id DESC);

-- The sweeper's cost grows with what is due, not with what exists.
CREATE INDEX sandboxes_idle ON sandboxes (last_used) WHERE state = 'awake';
CREATE INDEX sandboxes_overdue ON sandboxes (deadline) WHERE deadline IS NOT NULL;
