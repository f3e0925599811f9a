-- Logical replication, such as for an upgrade of the server, refuses deletions from a table without a key. The same memory
-- may be deleted twice in one transaction, so its id and the transaction are none.
ALTER TABLE memory_tombstones ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY;
