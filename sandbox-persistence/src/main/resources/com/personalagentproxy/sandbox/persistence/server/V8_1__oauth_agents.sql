-- A new agent is made when the code is redeemed: until then nobody was let in.
ALTER TABLE oauth_codes ALTER COLUMN agent_id DROP NOT NULL;
ALTER TABLE oauth_codes ADD COLUMN member_id uuid REFERENCES members;
ALTER TABLE oauth_codes ADD COLUMN agent_name text;

-- What is over is found by its time.
CREATE INDEX oauth_access_tokens_expiry ON oauth_access_tokens (expires_at);
CREATE INDEX oauth_refresh_tokens_expiry ON oauth_refresh_tokens (expires_at);
