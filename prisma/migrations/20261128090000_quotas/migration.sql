-- What an agent may hold and write (docs/adr/0070); null: as the settings of the service say.
ALTER TABLE agents
  ADD COLUMN max_memories bigint CHECK (max_memories > 0),
  ADD COLUMN max_bytes bigint CHECK (max_bytes > 0),
  ADD COLUMN writes_per_minute integer CHECK (writes_per_minute > 0);

-- Keeps writers out until the transaction ends: the rows counted below are all there are.
LOCK TABLE memories IN SHARE ROW EXCLUSIVE MODE;

-- Beside each number of memories, their size: the UTF-8 bytes of content, title and metadata.
ALTER TABLE memory_counts ADD COLUMN bytes bigint NOT NULL DEFAULT 0;

CREATE FUNCTION memory_bytes(content text, title text, metadata jsonb) RETURNS bigint LANGUAGE sql IMMUTABLE
AS $$ SELECT (coalesce(octet_length(content), 0) + coalesce(octet_length(title), 0)
  + coalesce(octet_length(metadata::text), 0))::bigint $$;

DROP FUNCTION memory_counts_add(bigint, text, text, bigint);

CREATE FUNCTION memory_counts_add(of_namespace bigint, of_status text, of_type text, change bigint, change_bytes bigint)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE memory_counts c SET memories = c.memories + change, bytes = c.bytes + change_bytes
  WHERE c.namespace_id = of_namespace AND c.status = of_status AND c.type = of_type AND c.id = (
    SELECT p.id FROM memory_counts p
    WHERE p.namespace_id = of_namespace AND p.status = of_status AND p.type = of_type
    ORDER BY p.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED);
  IF NOT FOUND THEN
    -- A namespace that was deleted with its memories needs no counts.
    INSERT INTO memory_counts (namespace_id, status, type, memories, bytes)
      SELECT n.id, of_status, of_type, change, change_bytes FROM namespaces n WHERE n.id = of_namespace;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION memories_count_stored() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM memory_counts_add(k.namespace_id, k.status, k.type, k.memories, k.bytes)
  FROM (
    SELECT s.namespace_id, s.status, s.type, count(*) AS memories,
      sum(memory_bytes(s.content, s.title, s.metadata))::bigint AS bytes
    FROM stored s
    GROUP BY s.namespace_id, s.status, s.type
  ) k;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION memories_count_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM memory_counts_add(k.namespace_id, k.status, k.type, -k.memories, -k.bytes)
  FROM (
    SELECT d.namespace_id, d.status, d.type, count(*) AS memories,
      sum(memory_bytes(d.content, d.title, d.metadata))::bigint AS bytes
    FROM deleted d
    GROUP BY d.namespace_id, d.status, d.type
  ) k;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION memories_count_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM memory_counts_add(k.namespace_id, k.status, k.type, k.memories, k.bytes)
  FROM (
    SELECT c.namespace_id, c.status, c.type, sum(c.memories)::bigint AS memories, sum(c.bytes)::bigint AS bytes FROM (
      SELECT b.namespace_id, b.status, b.type, -1 AS memories, -memory_bytes(b.content, b.title, b.metadata) AS bytes
      FROM before b
      UNION ALL
      SELECT a.namespace_id, a.status, a.type, 1, memory_bytes(a.content, a.title, a.metadata) FROM after a
    ) c
    GROUP BY c.namespace_id, c.status, c.type HAVING sum(c.memories) <> 0 OR sum(c.bytes) <> 0
  ) k;
  RETURN NULL;
END $$;

UPDATE memory_counts c SET bytes = k.bytes
FROM (
  SELECT m.namespace_id, m.status, m.type, sum(memory_bytes(m.content, m.title, m.metadata))::bigint AS bytes
  FROM memories m GROUP BY m.namespace_id, m.status, m.type
) k
WHERE c.namespace_id = k.namespace_id AND c.status = k.status AND c.type = k.type AND c.id = (
  SELECT min(p.id) FROM memory_counts p
  WHERE p.namespace_id = k.namespace_id AND p.status = k.status AND p.type = k.type);

-- The index of an external backend knows the size only of what it reads again.
ALTER TABLE remote_documents ADD COLUMN bytes integer NOT NULL DEFAULT 0;
INSERT INTO remote_stale (namespace, memory_id, received_at)
  SELECT d.namespace, d.id, d.received_at FROM remote_documents d;
