-- Who follows a few organizations reads the tasks that were finished in those, and not in all. It is written when a task is finished: who
-- looks goes back half an hour at most, so what was finished before needs none.
ALTER TABLE tasks ADD COLUMN finished_in uuid;
CREATE INDEX tasks_finished_in ON tasks (finished_in, finished_at) WHERE finished_in IS NOT NULL;
