-- A namespace is deleted by taking its name, which hides it from every statement at once. Its rows are deleted later, a
-- slice at a time, and the namespace last. Another namespace may take the name meanwhile.
ALTER TABLE namespaces ALTER COLUMN name DROP NOT NULL;
ALTER TABLE namespaces ADD COLUMN deleted_at timestamptz(3);
ALTER TABLE namespaces ADD CHECK ((name IS NULL) = (deleted_at IS NOT NULL));
CREATE INDEX namespaces_deleted_idx ON namespaces (id) WHERE name IS NULL;

-- The tables of a deleted namespace are emptied one by one, so these triggers have nothing to do for its memories: nothing
-- reads a tombstone or report of the namespace any more, and its vectors and its embedding backlog are deleted in slices of
-- their own. The counters continue, because they show how many memories are left.
--
-- The subquery in each check reads the primary key once for each namespace of the statement.
CREATE OR REPLACE FUNCTION memories_leave_tombstones() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM (SELECT DISTINCT d.namespace_id FROM deleted d) k
    WHERE (SELECT n.name FROM namespaces n WHERE n.id = k.namespace_id) IS NOT NULL
  ) THEN
    RETURN NULL;
  END IF;
  INSERT INTO memory_tombstones (namespace_id, memory_id)
    SELECT d.namespace_id, d.id FROM deleted d
    WHERE EXISTS (SELECT FROM namespaces n WHERE n.id = d.namespace_id AND n.name IS NOT NULL);
  DELETE FROM embedding_backlog b USING deleted d WHERE b.namespace_id = d.namespace_id AND b.memory_id = d.id;
  DELETE FROM memory_embeddings e USING deleted d WHERE e.namespace_id = d.namespace_id AND e.memory_id = d.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION memories_leave_reports() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM conflict_rows) AND EXISTS (
    SELECT FROM (SELECT DISTINCT d.namespace_id FROM deleted d) k
    WHERE (SELECT n.name FROM namespaces n WHERE n.id = k.namespace_id) IS NOT NULL
  ) THEN
    UPDATE conflict_rows c SET title = '', description = '', recommendation = '', resolved = true,
      action = COALESCE(c.action, 'gone'), resolved_at = COALESCE(c.resolved_at, now())
    FROM deleted d JOIN namespaces n ON n.id = d.namespace_id AND n.name IS NOT NULL
    WHERE c.old_memory_id = d.id OR c.new_memory_id = d.id;
  END IF;
  RETURN NULL;
END $$;
