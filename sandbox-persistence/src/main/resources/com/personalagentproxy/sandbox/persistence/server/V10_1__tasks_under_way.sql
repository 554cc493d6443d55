-- An agent's tasks that aren't finished, those started last first: it may have finished very many.
CREATE INDEX tasks_unfinished ON tasks (agent_id, started_at DESC, id DESC) WHERE finished_at IS NULL;
