-- Every key of a table of memories begins with the namespace: a distributed database keeps the rows of a namespace together,
-- and accepts no other key (docs/adr/0077).
ALTER TABLE memory_history
  DROP CONSTRAINT memory_history_pkey,
  ADD CONSTRAINT memory_history_pkey PRIMARY KEY (namespace_id, id);
ALTER TABLE memory_tombstones
  DROP CONSTRAINT memory_tombstones_pkey,
  ADD CONSTRAINT memory_tombstones_pkey PRIMARY KEY (namespace_id, id);
