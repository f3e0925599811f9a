-- A namespace is deleted by taking its name, which hides it from every statement at once. Its rows are deleted later, a
-- slice at a time, and the namespace last. Another namespace may take the name meanwhile.
ALTER TABLE namespaces ALTER COLUMN name DROP NOT NULL;
ALTER TABLE namespaces ADD COLUMN deleted_at timestamptz(3);
ALTER TABLE namespaces ADD CHECK ((name IS NULL) = (deleted_at IS NOT NULL));
CREATE INDEX namespaces_deleted_idx ON namespaces (id) WHERE name IS NULL;

-- The recall index of a deleted namespace is dropped as a whole and needs no tombstones.
CREATE OR REPLACE FUNCTION memories_leave_tombstones() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO memory_tombstones (namespace_id, memory_id)
    SELECT d.namespace_id, d.id FROM deleted d
    WHERE EXISTS (SELECT FROM namespaces n WHERE n.id = d.namespace_id AND n.name IS NOT NULL);
  DELETE FROM embedding_backlog b USING deleted d WHERE b.namespace_id = d.namespace_id AND b.memory_id = d.id;
  DELETE FROM memory_embeddings e USING deleted d WHERE e.namespace_id = d.namespace_id AND e.memory_id = d.id;
  RETURN NULL;
END $$;

-- The reports of a deleted namespace went with its agent. A later agent may have imported memories of the same ids.
CREATE OR REPLACE FUNCTION memories_leave_reports() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM conflict_rows) THEN
    UPDATE conflict_rows c SET title = '', description = '', recommendation = '', resolved = true,
      action = COALESCE(c.action, 'gone'), resolved_at = COALESCE(c.resolved_at, now())
    FROM deleted d JOIN namespaces n ON n.id = d.namespace_id AND n.name IS NOT NULL
    WHERE c.old_memory_id = d.id OR c.new_memory_id = d.id;
  END IF;
  RETURN NULL;
END $$;
