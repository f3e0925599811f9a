-- Up to where the texts of a namespace were compared with the memories that were there before them (docs/adr/0058).
CREATE TABLE link_cursors (
  namespace  text COLLATE "C" PRIMARY KEY,
  -- The last text that was compared: the transaction that wrote it, and of its texts the memory.
  xid        xid8 NOT NULL DEFAULT '0',
  memory_id  text COLLATE "C" NOT NULL DEFAULT '',
  -- The process that compares, and until when it may; null for none.
  holder     uuid,
  held_until timestamptz
);

-- With an external backend: the transaction that confirmed a change, by which it is found.
ALTER TABLE remote_changes ADD COLUMN xid xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX remote_changes_texts_idx ON remote_changes (namespace, xid)
  WHERE confirmed AND event IN ('created', 'edited');

-- What is stored already is not compared. 'g' comes after every id.
INSERT INTO link_cursors (namespace, xid, memory_id)
SELECT s.namespace, pg_current_xact_id(), 'g' FROM (
  SELECT name AS namespace FROM namespaces WHERE name IS NOT NULL
  UNION SELECT namespace FROM agents
  UNION SELECT namespace FROM remote_changes
) s;

-- What becomes of the links that the service finds by itself.
ALTER TABLE agents ADD COLUMN supersession text NOT NULL DEFAULT 'link'
  CHECK (supersession IN ('off', 'link', 'auto'));
