-- Those that were refused or failed before V14, few in a history. It reads the whole table, and nobody waits for it.
UPDATE sandbox_activity SET exec_id_is_free = true
WHERE exec_id IS NOT NULL AND NOT exec_id_is_free AND verdict NOT IN ('running', 'ended');
