// SQL: functions that read the rows of one namespace, as they are on a distributed database.

/** They do what those of the migrations do, in a statement of their own, which goes to the server of the shard. */
export const SHARD_FUNCTIONS = [
  `CREATE OR REPLACE FUNCTION text_backlog(of_name text, after_xid xid8, after_id text, most bigint)
RETURNS TABLE (memories bigint, oldest timestamptz) LANGUAGE plpgsql STABLE AS $$
DECLARE
  of_id bigint := (SELECT n.id FROM namespaces n WHERE n.name = of_name);
BEGIN
  RETURN QUERY SELECT count(*), min(t.updated_at) FROM (
    SELECT m.updated_at FROM memories m
    WHERE m.namespace_id = of_id AND m.xid >= after_xid AND m.xid < pg_snapshot_xmax(pg_current_snapshot())
      AND m.text_xid >= after_xid AND (m.text_xid, m.id::text COLLATE "C") > (after_xid, after_id)
    LIMIT most) t;
END $$`,
  `CREATE OR REPLACE FUNCTION namespace_snapshot(of_name text) RETURNS pg_snapshot LANGUAGE plpgsql STABLE AS $$
DECLARE
  of_id bigint := (SELECT n.id FROM namespaces n WHERE n.name = of_name);
  found pg_snapshot;
BEGIN
  SELECT pg_current_snapshot() INTO found
  FROM (SELECT count(*) FROM memory_counts c WHERE c.namespace_id = of_id) c;
  RETURN found;
END $$`,
] as const;
