-- A removed member's row stays, since sandboxes, tasks and the history go on naming it.
ALTER TABLE members ADD COLUMN removed_at timestamptz;

-- How many of its members are owners. It is changed with them, in one transaction, so that the guard that keeps the last
-- owner looks at one row, however many take each other's role at once.
ALTER TABLE organizations ADD COLUMN owners integer NOT NULL DEFAULT 0 CHECK (owners >= 0);
UPDATE organizations
SET owners = (SELECT count(*) FROM members WHERE members.organization_id = organizations.id AND members.role = 'owner');

ALTER TABLE web_sessions
  ADD COLUMN id        uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN begun_by  text NOT NULL DEFAULT 'link',
  ADD COLUMN browser   text,        -- as it called itself when the session began
  ADD COLUMN last_used timestamptz; -- to the minute
CREATE INDEX web_sessions_member ON web_sessions (member_id);

-- Links by which people join, each once.
CREATE TABLE invitations (
  id              uuid PRIMARY KEY,
  organization_id uuid        NOT NULL REFERENCES organizations,
  code_hash       bytea       NOT NULL UNIQUE,
  for_whom        text        NOT NULL,
  role            text        NOT NULL CHECK (role IN ('owner', 'member')),
  made_by         uuid        NOT NULL REFERENCES members,
  made_at         timestamptz NOT NULL,
  expires_at      timestamptz NOT NULL,
  used_by         uuid REFERENCES members,
  ended_at        timestamptz -- used or taken back
);
CREATE INDEX invitations_open ON invitations (organization_id) WHERE ended_at IS NULL;
