-- Connections have no name: it comes from their owner, as it is now.
CREATE TABLE connections (
  id              uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations,
  member_id       uuid REFERENCES members -- absent: it is the organization's
);
CREATE UNIQUE INDEX connections_of_member ON connections (organization_id, member_id) WHERE member_id IS NOT NULL;
CREATE UNIQUE INDEX connections_of_organization ON connections (organization_id) WHERE member_id IS NULL;

-- A row is an action that somebody switched, for one agent or for all.
CREATE TABLE connection_settings (
  connection_id uuid    NOT NULL REFERENCES connections,
  agent_id      uuid REFERENCES agents, -- absent: for all agents
  action        text    NOT NULL CHECK (action IN ('see', 'use', 'delete')),
  is_on         boolean NOT NULL
);
-- Nulls are unlike each other in an index, until PostgreSQL 15 lets one say otherwise; so no agent counts as the nil id.
CREATE UNIQUE INDEX connection_settings_action
  ON connection_settings (connection_id, coalesce(agent_id, '00000000-0000-0000-0000-000000000000'), action);

CREATE TABLE tasks (
  id          uuid PRIMARY KEY,
  agent_id    uuid        NOT NULL REFERENCES agents,
  title       text        NOT NULL,
  parent_id   uuid REFERENCES tasks,
  is_own      boolean     NOT NULL, -- the one its agent works for when it names none
  started_at  timestamptz NOT NULL,
  last_active timestamptz NOT NULL,
  finished_at timestamptz
);
CREATE UNIQUE INDEX tasks_own ON tasks (agent_id) WHERE is_own AND finished_at IS NULL;
