-- A grant is over when the last of its tokens is, or when it is revoked: it is listed for a while after that, and then forgotten.
ALTER TABLE oauth_grants ADD COLUMN ended_at timestamptz;
UPDATE oauth_grants SET ended_at = now()
WHERE NOT EXISTS (SELECT FROM oauth_refresh_tokens WHERE grant_id = oauth_grants.id);
CREATE INDEX oauth_grants_over ON oauth_grants (least(revoked_at, ended_at));

-- A program that registered itself stays while anything of it does.
CREATE INDEX oauth_grants_client ON oauth_grants (client_id);
