-- How many texts of a namespace come after a place, at most so many, and when the first of these was written. PostgreSQL
-- plans the body as a part of the statement. A distributed database, which joins no agents with memories, gets a function whose
-- body is a statement of its own (docs/adr/0077). The collation is that of the index, because a function compares by that of its
-- arguments.
CREATE FUNCTION text_backlog(of_name text, after_xid xid8, after_id text, most bigint)
RETURNS TABLE (memories bigint, oldest timestamptz) LANGUAGE sql STABLE AS $$
  SELECT count(*), min(t.updated_at) FROM (
    SELECT m.updated_at FROM namespaces n JOIN memories m ON m.namespace_id = n.id
    WHERE n.name = of_name COLLATE "default" AND m.xid >= after_xid AND m.xid < pg_snapshot_xmax(pg_current_snapshot())
      AND m.text_xid >= after_xid AND (m.text_xid, m.id::text COLLATE "C") > (after_xid, after_id)
    LIMIT most) t
$$;

-- The snapshot of the server that has the rows of a namespace: here the only one.
CREATE FUNCTION namespace_snapshot(of_name text) RETURNS pg_snapshot LANGUAGE sql STABLE AS $$
  SELECT pg_current_snapshot()
$$;
