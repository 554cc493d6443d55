-- The tasks that were finished lately, and a member's tasks, those started last first.
CREATE INDEX tasks_finished ON tasks (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX tasks_newest ON tasks (agent_id, started_at DESC, id DESC);
CREATE INDEX IF NOT EXISTS agents_member ON agents (member_id);
