-- Sums of the activity log by session, tool and hour, and by day, so that a page over days does not read every entry.
-- Triggers keep them, whoever writes the log.

CREATE TABLE activity_hours (
  session_id       text NOT NULL,
  -- Its start.
  hour             timestamptz(3) NOT NULL,
  tool             text NOT NULL,
  writes           double precision NOT NULL,
  reads            double precision NOT NULL,
  memories_written double precision NOT NULL,
  memories_read    double precision NOT NULL,
  last_seen        timestamptz(3) NOT NULL,
  PRIMARY KEY (session_id, hour, tool)
) WITH (fillfactor = 70);

CREATE TABLE activity_days (
  session_id       text NOT NULL,
  -- Its start, in UTC.
  day              timestamptz(3) NOT NULL,
  tool             text NOT NULL,
  writes           double precision NOT NULL,
  reads            double precision NOT NULL,
  memories_written double precision NOT NULL,
  memories_read    double precision NOT NULL,
  last_seen        timestamptz(3) NOT NULL,
  PRIMARY KEY (session_id, day, tool)
) WITH (fillfactor = 70);

CREATE INDEX activity_hours_hour_idx ON activity_hours (hour);
CREATE INDEX activity_days_day_idx ON activity_days (day);

INSERT INTO activity_hours
  (session_id, hour, tool, writes, reads, memories_written, memories_read, last_seen)
SELECT a.session_id, date_bin('1 hour', a.ts, '2000-01-01T00:00:00Z') AS hour, a.tool,
  count(*) FILTER (WHERE a.kind = 'write'), count(*) FILTER (WHERE a.kind = 'read'),
  coalesce(sum(a.n) FILTER (WHERE a.kind = 'write'), 0), coalesce(sum(a.n) FILTER (WHERE a.kind = 'read'), 0),
  max(a.ts)
FROM activity a GROUP BY 1, 2, 3
-- A window then lies side by side on the disk.
ORDER BY hour;

INSERT INTO activity_days
  (session_id, day, tool, writes, reads, memories_written, memories_read, last_seen)
SELECT h.session_id, date_bin('1 day', h.hour, '2000-01-01T00:00:00Z') AS day, h.tool,
  sum(h.writes), sum(h.reads), sum(h.memories_written), sum(h.memories_read), max(h.last_seen)
FROM activity_hours h GROUP BY 1, 2, 3 ORDER BY day;

CREATE FUNCTION add_activity_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- One order for all writers, days before hours: they wait for each other, and never in a circle.
  WITH sums AS MATERIALIZED (
    SELECT a.session_id, date_bin('1 hour', a.ts, '2000-01-01T00:00:00Z') AS hour, a.tool,
      count(*) FILTER (WHERE a.kind = 'write') AS writes, count(*) FILTER (WHERE a.kind = 'read') AS reads,
      coalesce(sum(a.n) FILTER (WHERE a.kind = 'write'), 0) AS memories_written,
      coalesce(sum(a.n) FILTER (WHERE a.kind = 'read'), 0) AS memories_read, max(a.ts) AS last_seen
    FROM added a GROUP BY 1, 2, 3
  ), hours AS (
    INSERT INTO activity_hours AS h
      (session_id, hour, tool, writes, reads, memories_written, memories_read, last_seen)
    SELECT s.session_id, s.hour, s.tool, s.writes, s.reads, s.memories_written, s.memories_read, s.last_seen
    FROM sums s ORDER BY 1, 2, 3
    ON CONFLICT (session_id, hour, tool) DO UPDATE SET
      writes = h.writes + excluded.writes, reads = h.reads + excluded.reads,
      memories_written = h.memories_written + excluded.memories_written,
      memories_read = h.memories_read + excluded.memories_read,
      last_seen = greatest(h.last_seen, excluded.last_seen)
  )
  INSERT INTO activity_days AS h
    (session_id, day, tool, writes, reads, memories_written, memories_read, last_seen)
  SELECT s.session_id, date_bin('1 day', s.hour, '2000-01-01T00:00:00Z') AS day, s.tool,
    sum(s.writes), sum(s.reads), sum(s.memories_written), sum(s.memories_read), max(s.last_seen)
  FROM sums s GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (session_id, day, tool) DO UPDATE SET
    writes = h.writes + excluded.writes, reads = h.reads + excluded.reads,
    memories_written = h.memories_written + excluded.memories_written,
    memories_read = h.memories_read + excluded.memories_read,
    last_seen = greatest(h.last_seen, excluded.last_seen);
  RETURN NULL;
END $$;

CREATE TRIGGER activity_sums_added AFTER INSERT ON activity
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_activity_sums();

-- A session takes its sums with it: the page shows none of a session that is gone.
CREATE FUNCTION drop_activity_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In the order of the writers.
  PERFORM 1 FROM activity_days d WHERE d.session_id IN (SELECT g.session_id FROM gone g)
    ORDER BY d.session_id, d.day, d.tool FOR UPDATE;
  DELETE FROM activity_days d USING gone g WHERE d.session_id = g.session_id;
  DELETE FROM activity_hours h USING gone g WHERE h.session_id = g.session_id;
  RETURN NULL;
END $$;

CREATE TRIGGER activity_sums_dropped AFTER DELETE ON sessions
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION drop_activity_sums();
