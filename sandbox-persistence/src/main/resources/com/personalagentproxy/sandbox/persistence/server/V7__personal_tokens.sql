-- By which people's own programs act as them. A token is kept as its SHA-256 only.
CREATE TABLE personal_tokens (
  id         uuid PRIMARY KEY,
  member_id  uuid        NOT NULL REFERENCES members,
  name       text        NOT NULL,
  token_hash bytea       NOT NULL UNIQUE,
  made_at    timestamptz NOT NULL,
  last_used  timestamptz,
  revoked_at timestamptz
);
CREATE INDEX personal_tokens_member ON personal_tokens (member_id);
