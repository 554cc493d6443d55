-- Whom a provider of OpenID Connect knows a member as: never by an address, which may become another's.
CREATE TABLE openid_identities (
  issuer    text        NOT NULL,
  subject   text        NOT NULL,
  member_id uuid        NOT NULL REFERENCES members,
  shown_as  text        NOT NULL, -- what the provider calls them, for people to read
  made_at   timestamptz NOT NULL,
  last_used timestamptz,
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX openid_identities_member ON openid_identities (member_id);

-- Sign-ins that went to the provider and have not come back: each comes back once, to the browser that it went from.
CREATE TABLE openid_departures (
  state_hash      bytea PRIMARY KEY,
  browser_hash    bytea       NOT NULL,
  member_id       uuid REFERENCES members, -- who wants the identity for an account that is there
  invitation_hash bytea,                   -- by which who isn't known joins
  expires_at      timestamptz NOT NULL
);
CREATE INDEX openid_departures_expiring ON openid_departures (expires_at);
