-- Sums of the activity log by session, tool and hour, so that a page over days does not read every entry. Triggers keep
-- them, whoever writes the log.

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

CREATE INDEX activity_hours_hour_idx ON activity_hours (hour);

INSERT INTO activity_hours
  (session_id, hour, tool, writes, reads, memories_written, memories_read, last_seen)
SELECT a.session_id, date_bin('1 hour', a.ts, '2000-01-01T00:00:00Z'), a.tool,
  count(*) FILTER (WHERE a.kind = 'write'), count(*) FILTER (WHERE a.kind = 'read'),
  coalesce(sum(a.n) FILTER (WHERE a.kind = 'write'), 0), coalesce(sum(a.n) FILTER (WHERE a.kind = 'read'), 0),
  max(a.ts)
FROM activity a GROUP BY 1, 2, 3;

CREATE FUNCTION add_activity_hours() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO activity_hours AS h
    (session_id, hour, tool, writes, reads, memories_written, memories_read, last_seen)
  SELECT a.session_id, date_bin('1 hour', a.ts, '2000-01-01T00:00:00Z') AS hour, a.tool,
    count(*) FILTER (WHERE a.kind = 'write'), count(*) FILTER (WHERE a.kind = 'read'),
    coalesce(sum(a.n) FILTER (WHERE a.kind = 'write'), 0), coalesce(sum(a.n) FILTER (WHERE a.kind = 'read'), 0),
    max(a.ts)
  FROM added a GROUP BY 1, 2, 3
  -- One order for all writers: they wait for each other, and never in a circle.
  ORDER BY 1, 2, 3
  ON CONFLICT (session_id, hour, tool) DO UPDATE SET
    writes = h.writes + excluded.writes, reads = h.reads + excluded.reads,
    memories_written = h.memories_written + excluded.memories_written,
    memories_read = h.memories_read + excluded.memories_read,
    last_seen = greatest(h.last_seen, excluded.last_seen);
  RETURN NULL;
END $$;

CREATE TRIGGER activity_hours_added AFTER INSERT ON activity
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_activity_hours();

-- A session takes its sums with it: the page shows none of a session that is gone.
CREATE FUNCTION drop_activity_hours() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM activity_hours h USING gone g WHERE h.session_id = g.session_id;
  RETURN NULL;
END $$;

CREATE TRIGGER activity_hours_dropped AFTER DELETE ON sessions
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION drop_activity_hours();
