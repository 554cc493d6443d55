-- Who follows a few connections reads what was used lately in those, and not in all. A command changes awake_last_used once a
-- minute at most, as it did. While the index is made writes to the table wait: seconds at a million sandboxes.
CREATE INDEX sandboxes_lately_used ON sandboxes (connection_id, awake_last_used) WHERE awake_last_used IS NOT NULL;
