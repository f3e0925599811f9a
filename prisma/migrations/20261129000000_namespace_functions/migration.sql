-- The id of a namespace as a function: a distributed database needs it as a value to find the rows, and computes it before it
-- plans (docs/adr/0077). Null if there is none of the name. The cost keeps it out of conditions on every row.
CREATE FUNCTION namespace_id(of_name text) RETURNS bigint LANGUAGE plpgsql STABLE PARALLEL SAFE COST 1000 AS $$
BEGIN
  RETURN (SELECT n.id FROM namespaces n WHERE n.name = of_name);
END $$;

-- What the recall index compares to learn whether a namespace has changed: its id, when the server started, the model of its
-- vectors, and the transaction that last wrote to it. A function, because a distributed database joins no agents with memories.
CREATE FUNCTION namespace_version(of_name text) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  of_id bigint;
  pruned xid8;
  space int;
BEGIN
  SELECT n.id, n.pruned_xid, (SELECT w.id FROM embedding_models w WHERE w.is_current) INTO of_id, pruned, space
  FROM namespaces n WHERE n.name = of_name;
  IF of_id IS NULL THEN RETURN NULL; END IF;
  -- After all that a snapshot sees. Planned without values, a range with this end uses the index, and an open one reads the
  -- table. Rows of later transactions come from a dump of another server: a build reads them.
  RETURN (
    SELECT concat_ws(' ', of_id, extract(epoch FROM pg_postmaster_start_time())::text, coalesce(space, 0), coalesce(greatest(
      (SELECT m.xid FROM memories m
        WHERE m.namespace_id = of_id AND m.xid < pg_snapshot_xmax(pg_current_snapshot()) ORDER BY m.xid DESC LIMIT 1),
      (SELECT t.xid FROM memory_tombstones t
        WHERE t.namespace_id = of_id AND t.xid < pg_snapshot_xmax(pg_current_snapshot()) ORDER BY t.xid DESC LIMIT 1),
      (SELECT e.xid FROM memory_embeddings e
        WHERE e.namespace_id = of_id AND e.model_id = space AND e.xid < pg_snapshot_xmax(pg_current_snapshot())
        ORDER BY e.xid DESC LIMIT 1),
      CASE WHEN pruned < pg_snapshot_xmax(pg_current_snapshot()) THEN pruned END), '0'::xid8)));
END $$;

-- Statements that must keep a namespace lock its row through this view. On a distributed database it leads to the copy of the
-- row on the coordinator, because Citus locks all namespaces at a time with the table itself (docs/adr/0077).
CREATE VIEW held_namespaces AS SELECT n.id, n.name FROM namespaces n;
