-- The new ones of V16 take the place and the names of those before.
DROP INDEX sandbox_activity_exec_id, sandbox_activity_oldest, sandbox_activity_abandoned;
ALTER INDEX sandbox_activity_exec_id_in_force RENAME TO sandbox_activity_exec_id;
ALTER INDEX sandbox_activity_by_age RENAME TO sandbox_activity_oldest;
