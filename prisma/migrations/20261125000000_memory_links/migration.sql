-- What one memory says about another one: that it replaces, contradicts or repeats it. A pair has one link.

CREATE TABLE memory_links (
  agent_id   text COLLATE "C" NOT NULL REFERENCES agents (agent_id) ON DELETE CASCADE,
  link_id    uuid NOT NULL,
  newer_id   uuid NOT NULL,
  older_id   uuid NOT NULL,
  kind       text NOT NULL CHECK (kind IN ('update', 'contradiction', 'duplicate')),
  certainty  double precision NOT NULL CHECK (certainty >= 0 AND certainty <= 1),
  found_by   text NOT NULL CHECK (found_by IN ('client', 'key', 'judge', 'model')),
  state      text NOT NULL CHECK (state IN ('applied', 'open', 'rejected')),
  -- Of an applied link: what the older memory said before, and the end that it got, so that a rejection can give it back.
  former_by  uuid,
  former_to  timestamptz(3),
  ended_at   timestamptz(3),
  made_at    timestamptz(3) NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  -- The agent, key or token that changed its state last.
  changed_by text NOT NULL,
  PRIMARY KEY (agent_id, link_id),
  CHECK (newer_id <> older_id)
);

-- Whichever is named first.
CREATE UNIQUE INDEX memory_links_pair_idx ON memory_links
  (agent_id, LEAST(newer_id, older_id), GREATEST(newer_id, older_id));
CREATE INDEX memory_links_newer_idx ON memory_links (agent_id, newer_id);
CREATE INDEX memory_links_older_idx ON memory_links (agent_id, older_id);
CREATE INDEX memory_links_made_idx ON memory_links (agent_id, made_at, link_id);
-- Recall asks whether an agent has any.
CREATE INDEX memory_links_open_idx ON memory_links (agent_id) WHERE state = 'open';

-- A link of a deleted memory goes. One that was applied stays while the older memory is there: what it closed stays closed
-- until somebody rejects it.
CREATE FUNCTION memories_leave_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM memory_links) THEN
    DELETE FROM memory_links l USING deleted d, namespaces n, agents a
    WHERE n.id = d.namespace_id AND a.namespace = n.name AND l.agent_id = a.agent_id
      AND (l.older_id = d.id OR l.newer_id = d.id AND l.state <> 'applied');
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER memories_leave_links AFTER DELETE ON memories
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION memories_leave_links();
