-- Sums of the activity log by session and tool, over spans of 1, 6, 24 and 96 hours that start at multiples of their length
-- since 1970 (UTC), in place of sums by hour and by day: a window of 7 days needs half as many of them, and one of 30 days a
-- quarter. Triggers keep them, whoever writes the log.
CREATE TABLE activity_sums (
  session_id       text NOT NULL,
  hours            smallint NOT NULL,
  start            timestamptz(3) NOT NULL,
  tool             text NOT NULL,
  writes           double precision NOT NULL,
  reads            double precision NOT NULL,
  memories_written double precision NOT NULL,
  memories_read    double precision NOT NULL,
  last_seen        timestamptz(3) NOT NULL,
  PRIMARY KEY (session_id, hours, start, tool)
) WITH (fillfactor = 70);

INSERT INTO activity_sums
SELECT h.session_id, s.hours, date_bin(s.hours * interval '1 hour', h.hour, '1970-01-01T00:00:00Z') AS start, h.tool,
  sum(h.writes), sum(h.reads), sum(h.memories_written), sum(h.memories_read), max(h.last_seen)
FROM activity_hours h CROSS JOIN (VALUES (1), (6), (24), (96)) AS s (hours)
-- A window then lies side by side on the disk.
GROUP BY 1, 2, 3, 4 ORDER BY s.hours, start;

CREATE INDEX activity_sums_start_idx ON activity_sums (hours, start);

CREATE OR REPLACE FUNCTION add_activity_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO activity_sums AS s
    (session_id, hours, start, tool, writes, reads, memories_written, memories_read, last_seen)
  SELECT a.session_id, p.hours, date_bin(p.hours * interval '1 hour', a.ts, '1970-01-01T00:00:00Z'), a.tool,
    count(*) FILTER (WHERE a.kind = 'write'), count(*) FILTER (WHERE a.kind = 'read'),
    coalesce(sum(a.n) FILTER (WHERE a.kind = 'write'), 0), coalesce(sum(a.n) FILTER (WHERE a.kind = 'read'), 0),
    max(a.ts)
  FROM added a CROSS JOIN (VALUES (1), (6), (24), (96)) AS p (hours)
  -- One order for all writers: they wait for each other, and never in a circle.
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (session_id, hours, start, tool) DO UPDATE SET
    writes = s.writes + excluded.writes, reads = s.reads + excluded.reads,
    memories_written = s.memories_written + excluded.memories_written,
    memories_read = s.memories_read + excluded.memories_read,
    last_seen = greatest(s.last_seen, excluded.last_seen);
  RETURN NULL;
END $$;

-- A session takes its sums with it: the page shows none of a session that is gone.
CREATE OR REPLACE FUNCTION drop_activity_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In the order of the writers.
  PERFORM 1 FROM activity_sums s WHERE s.session_id IN (SELECT g.session_id FROM gone g)
    ORDER BY s.session_id, s.hours, s.start, s.tool FOR UPDATE;
  DELETE FROM activity_sums s USING gone g WHERE s.session_id = g.session_id;
  RETURN NULL;
END $$;

DROP TABLE activity_hours, activity_days;
