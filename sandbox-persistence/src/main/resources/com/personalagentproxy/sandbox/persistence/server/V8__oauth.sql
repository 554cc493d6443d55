-- Programs that registered themselves. One that nobody ever granted anything is forgotten soon.
CREATE TABLE oauth_clients (
  id            text PRIMARY KEY,
  name          text        NOT NULL,
  redirect_uris text[]      NOT NULL,
  made_at       timestamptz NOT NULL,
  is_granted    boolean     NOT NULL
);
CREATE INDEX oauth_clients_idle ON oauth_clients (made_at) WHERE NOT is_granted;

-- What a person granted a program: to act as one of the person's agents.
CREATE TABLE oauth_grants (
  id          uuid PRIMARY KEY,
  agent_id    uuid        NOT NULL REFERENCES agents,
  client_id   text        NOT NULL,
  client_name text        NOT NULL,
  resource    text        NOT NULL,
  made_at     timestamptz NOT NULL,
  revoked_at  timestamptz
);
CREATE INDEX oauth_grants_agent ON oauth_grants (agent_id);

-- One-time codes, and the grants they were turned into. Codes and tokens are kept as their SHA-256 only.
CREATE TABLE oauth_codes (
  code_hash    bytea PRIMARY KEY,
  agent_id     uuid        NOT NULL REFERENCES agents,
  client_id    text        NOT NULL,
  client_name  text        NOT NULL,
  redirect_uri text        NOT NULL,
  challenge    text        NOT NULL,
  resource     text        NOT NULL,
  expires_at   timestamptz NOT NULL,
  grant_id     uuid REFERENCES oauth_grants
);
CREATE INDEX oauth_codes_expiry ON oauth_codes (expires_at);

CREATE TABLE oauth_access_tokens (
  token_hash bytea PRIMARY KEY,
  grant_id   uuid        NOT NULL REFERENCES oauth_grants,
  expires_at timestamptz NOT NULL
);
CREATE INDEX oauth_access_tokens_grant ON oauth_access_tokens (grant_id);

-- A used one is kept until it would have expired, so that a second use is noticed.
CREATE TABLE oauth_refresh_tokens (
  token_hash bytea PRIMARY KEY,
  grant_id   uuid        NOT NULL REFERENCES oauth_grants,
  expires_at timestamptz NOT NULL,
  used_at    timestamptz
);
CREATE INDEX oauth_refresh_tokens_grant ON oauth_refresh_tokens (grant_id);
