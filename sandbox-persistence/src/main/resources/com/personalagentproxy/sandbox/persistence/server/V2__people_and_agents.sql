-- Who works with this server: organizations, their members, the members' agents.
CREATE TABLE organizations (
  id      uuid PRIMARY KEY,
  name    text        NOT NULL,
  made_at timestamptz NOT NULL
);

-- A row is an experiment that is on.
CREATE TABLE experiments (
  organization_id uuid NOT NULL REFERENCES organizations,
  name            text NOT NULL,
  PRIMARY KEY (organization_id, name)
);

CREATE TABLE members (
  id              uuid PRIMARY KEY,
  organization_id uuid        NOT NULL REFERENCES organizations,
  name            text        NOT NULL,
  role            text        NOT NULL CHECK (role IN ('owner', 'member')),
  made_at         timestamptz NOT NULL
);
CREATE INDEX members_organization ON members (organization_id);

-- An agent's token is kept as its SHA-256 only.
CREATE TABLE agents (
  id         uuid PRIMARY KEY,
  member_id  uuid        NOT NULL REFERENCES members,
  name       text        NOT NULL,
  name_key   text        NOT NULL,
  token_hash bytea       NOT NULL UNIQUE,
  made_at    timestamptz NOT NULL,
  last_used  timestamptz,
  revoked_at timestamptz
);
CREATE UNIQUE INDEX agents_name ON agents (member_id, name_key) WHERE revoked_at IS NULL;

-- One-time codes by which a person signs in, and what they were turned into.
CREATE TABLE sign_ins (
  code_hash  bytea PRIMARY KEY,
  member_id  uuid        NOT NULL REFERENCES members,
  expires_at timestamptz NOT NULL,
  used_at    timestamptz
);

CREATE TABLE web_sessions (
  token_hash bytea PRIMARY KEY,
  member_id  uuid        NOT NULL REFERENCES members,
  made_at    timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

-- At most one row: this installation was started for the first time.
CREATE TABLE installation (
  only_one   boolean PRIMARY KEY CHECK (only_one),
  id         uuid        NOT NULL,
  started_at timestamptz NOT NULL
);

-- At most one row: where the machines are, if they are in one place only, such as a folder of one computer.
CREATE TABLE machines_place (
  only_one boolean PRIMARY KEY CHECK (only_one),
  place    uuid NOT NULL
);
