-- Those that may be under way still, few; by no clock but theirs, and locked in the order in which commands lock tasks. It
-- reads the whole table, and only who needs one of those waits that long.
UPDATE tasks SET last_active = last_active WHERE id = ANY (ARRAY(
  SELECT id FROM tasks
  WHERE finished_at IS NULL AND last_active > (SELECT max(last_active) FROM tasks) - interval '1 day'
  ORDER BY id
  FOR NO KEY UPDATE));
