-- What these triggers do, the statements that delete do now (docs/adr/0077). The triggers still act for replicas of the
-- version before, whose statements do not set the mark.
CREATE OR REPLACE FUNCTION memories_leave_tombstones() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('memory.clears_remains', true) = 'yes' OR NOT EXISTS (
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
  IF current_setting('memory.clears_remains', true) = 'yes' THEN RETURN NULL; END IF;
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

CREATE OR REPLACE FUNCTION memories_leave_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('memory.clears_remains', true) = 'yes' THEN RETURN NULL; END IF;
  IF EXISTS (SELECT FROM memory_links) THEN
    DELETE FROM memory_links l USING deleted d, namespaces n, agents a
    WHERE n.id = d.namespace_id AND a.namespace = n.name AND l.agent_id = a.agent_id
      AND (l.older_id = d.id OR l.newer_id = d.id AND l.state <> 'applied');
  END IF;
  RETURN NULL;
END $$;
