-- Reports of memories that contradict, update or repeat each other: a row a pair, by the UTC day it was found for.

CREATE TABLE conflict_rows (
  agent_id       text COLLATE "C" NOT NULL REFERENCES agents (agent_id) ON DELETE CASCADE,
  date           date NOT NULL,
  -- The place in the report of the day, for ever.
  index          integer NOT NULL CHECK (index >= 0),
  type           text NOT NULL CHECK (type IN ('contradiction', 'update', 'duplicate')),
  -- Emptied when one of the memories is deleted: they may repeat what it said.
  title          text NOT NULL,
  description    text NOT NULL,
  recommendation text NOT NULL,
  old_memory_id  uuid NOT NULL,
  new_memory_id  uuid NOT NULL,
  resolved       boolean NOT NULL DEFAULT false,
  -- How: one of the eight actions, or `gone` when one of the memories was deleted otherwise.
  action         text,
  resolved_at    timestamptz(3),
  generated_by   text NOT NULL,
  created_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (agent_id, date, index),
  CHECK (resolved = (action IS NOT NULL)),
  CHECK (old_memory_id <> new_memory_id)
);

-- A pair of memories stands in a report once, whichever is named first.
CREATE UNIQUE INDEX conflict_rows_pair_idx ON conflict_rows
  (agent_id, date, LEAST(old_memory_id, new_memory_id), GREATEST(old_memory_id, new_memory_id));
CREATE INDEX conflict_rows_old_idx ON conflict_rows (old_memory_id);
CREATE INDEX conflict_rows_new_idx ON conflict_rows (new_memory_id);

-- What a deleted memory said is nowhere to be read any more.
CREATE FUNCTION memories_leave_reports() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM conflict_rows) THEN
    UPDATE conflict_rows c SET title = '', description = '', recommendation = '', resolved = true,
      action = COALESCE(c.action, 'gone'), resolved_at = COALESCE(c.resolved_at, now())
    FROM deleted d WHERE c.old_memory_id = d.id OR c.new_memory_id = d.id;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER memories_leave_reports AFTER DELETE ON memories
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION memories_leave_reports();
