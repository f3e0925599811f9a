-- How many memories a namespace holds, by status and type, so that a listing does not count them.
--
-- A count is the sum of its rows. A writer adds to a row that no other transaction holds, and inserts another row when
-- all are held: writers never wait for each other here, whatever the order of their statements, so they cannot
-- deadlock. A single row may be negative. There are at most as many rows of a kind as there were writers at a time.
CREATE TABLE memory_counts (
  namespace_id bigint NOT NULL REFERENCES namespaces (id) ON DELETE CASCADE,
  status       text NOT NULL,
  type         text NOT NULL,
  id           bigint GENERATED ALWAYS AS IDENTITY,
  memories     bigint NOT NULL,
  PRIMARY KEY (namespace_id, status, type, id)
  -- Room for new versions of a row on its own page, so that an update touches no index.
) WITH (fillfactor = 50);

CREATE FUNCTION memory_counts_add(of_namespace bigint, of_status text, of_type text, change bigint)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE memory_counts c SET memories = c.memories + change
  WHERE c.namespace_id = of_namespace AND c.status = of_status AND c.type = of_type AND c.id = (
    SELECT p.id FROM memory_counts p
    WHERE p.namespace_id = of_namespace AND p.status = of_status AND p.type = of_type
    ORDER BY p.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED);
  IF NOT FOUND THEN
    -- A namespace that was deleted with its memories needs no counts.
    INSERT INTO memory_counts (namespace_id, status, type, memories)
      SELECT n.id, of_status, of_type, change FROM namespaces n WHERE n.id = of_namespace;
  END IF;
END $$;

CREATE FUNCTION memories_count_stored() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM memory_counts_add(k.namespace_id, k.status, k.type, k.memories)
  FROM (
    SELECT s.namespace_id, s.status, s.type, count(*) AS memories FROM stored s
    GROUP BY s.namespace_id, s.status, s.type
  ) k;
  RETURN NULL;
END $$;

CREATE FUNCTION memories_count_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM memory_counts_add(k.namespace_id, k.status, k.type, -k.memories)
  FROM (
    SELECT d.namespace_id, d.status, d.type, count(*) AS memories FROM deleted d
    GROUP BY d.namespace_id, d.status, d.type
  ) k;
  RETURN NULL;
END $$;

CREATE FUNCTION memories_count_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM memory_counts_add(k.namespace_id, k.status, k.type, k.memories)
  FROM (
    SELECT c.namespace_id, c.status, c.type, sum(c.memories)::bigint AS memories FROM (
      SELECT b.namespace_id, b.status, b.type, -1 AS memories FROM before b
      UNION ALL
      SELECT a.namespace_id, a.status, a.type, 1 FROM after a
    ) c
    GROUP BY c.namespace_id, c.status, c.type HAVING sum(c.memories) <> 0
  ) k;
  RETURN NULL;
END $$;

-- Creating the first trigger keeps writers out until the transaction ends: the rows counted below are all there are.
CREATE TRIGGER memories_count_stored AFTER INSERT ON memories
  REFERENCING NEW TABLE AS stored FOR EACH STATEMENT EXECUTE FUNCTION memories_count_stored();
CREATE TRIGGER memories_count_deleted AFTER DELETE ON memories
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION memories_count_deleted();
CREATE TRIGGER memories_count_changed AFTER UPDATE ON memories
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION memories_count_changed();

INSERT INTO memory_counts (namespace_id, status, type, memories)
  SELECT m.namespace_id, m.status, m.type, count(*) FROM memories m GROUP BY m.namespace_id, m.status, m.type;
