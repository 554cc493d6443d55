-- Each command changes when its task was active: with room in the page what changes stays there, and no index is touched.
ALTER TABLE tasks SET (fillfactor = 80);
