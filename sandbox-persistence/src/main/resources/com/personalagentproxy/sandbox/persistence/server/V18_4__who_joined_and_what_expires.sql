-- By which invitation each of many members joined; and which sessions are over, at each sign-in. As V18.3.
DROP INDEX CONCURRENTLY IF EXISTS invitations_used_by;
CREATE INDEX CONCURRENTLY invitations_used_by ON invitations (used_by) WHERE used_by IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS web_sessions_expiring;
CREATE INDEX CONCURRENTLY web_sessions_expiring ON web_sessions (expires_at);
