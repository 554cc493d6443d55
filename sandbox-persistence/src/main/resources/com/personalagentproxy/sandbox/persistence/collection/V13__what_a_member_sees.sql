-- What a member sees of the history is read off two indexes, one of the own agents' entries and one of those in each
-- connection that is shared. Of all in an organization most may be others', and nobody reads that. While the indexes
-- are made, writes of entries wait: about half a minute each at ten million.
CREATE INDEX sandbox_activity_of_member ON sandbox_activity (member_id, called_at DESC, id DESC);
CREATE INDEX sandbox_activity_in_connection ON sandbox_activity (connection_id, called_at DESC, id DESC)
  WHERE connection_id IS NOT NULL;
DROP INDEX sandbox_activity_newest;
