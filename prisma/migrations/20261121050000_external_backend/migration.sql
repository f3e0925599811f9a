-- What the service keeps of memories that live in an external backend: their histories, what was deleted, and who
-- is changing which of them. The memories themselves are never here.

-- Each change is written down before the backend is asked for it, and confirmed when it has taken it.
CREATE TABLE remote_changes (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  namespace  text COLLATE "C" NOT NULL,
  -- Ids that others gave to their documents need not be UUIDs.
  memory_id  text COLLATE "C" NOT NULL,
  at         timestamptz(3) NOT NULL,
  event      text NOT NULL CHECK (event IN ('created', 'edited', 'expired', 'restored', 'resolved', 'deleted')),
  session_id text,
  by         text NOT NULL,
  -- The values before, by field name. Emptied when the memory is deleted.
  former     jsonb,
  sweep_id   uuid,
  -- Of the document that the change makes, by which it is told whether the backend took it; null: the memory is gone.
  digest     bytea,
  -- Of a deletion: what the content is known by (see deleted_fingerprints).
  fingerprint bytea,
  confirmed  boolean NOT NULL DEFAULT false
);

CREATE INDEX remote_changes_memory_idx ON remote_changes (namespace, memory_id, id);
CREATE INDEX remote_changes_session_idx ON remote_changes (session_id) WHERE event = 'created';
CREATE INDEX remote_changes_sweep_idx ON remote_changes (sweep_id, id) WHERE sweep_id IS NOT NULL;
CREATE INDEX remote_changes_open_idx ON remote_changes (id) WHERE NOT confirmed;

-- Keyed hashes of what was deleted for good, as deleted_fingerprints.
CREATE TABLE remote_fingerprints (
  namespace   text COLLATE "C" NOT NULL,
  fingerprint bytea NOT NULL,
  deleted_at  timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (namespace, fingerprint)
);

-- Who alone may change a memory now, across replicas. A lease that its holder did not give back lapses.
CREATE TABLE leases (
  name   text COLLATE "C" PRIMARY KEY,
  holder uuid NOT NULL,
  until  timestamptz NOT NULL
);

CREATE INDEX leases_until_idx ON leases (until);

-- Without a transaction around its work a key is claimed first, for a while; the response is null until it is done.
ALTER TABLE idempotency_keys ADD COLUMN held_until timestamptz;

-- What a deleted memory said is nowhere to be read any more: for memories whose deletion no trigger sees.
CREATE FUNCTION forget_in_reports(ids uuid[], deleted_at timestamptz) RETURNS void LANGUAGE sql AS $$
  UPDATE conflict_rows c SET title = '', description = '', recommendation = '', resolved = true,
    action = COALESCE(c.action, 'gone'), resolved_at = COALESCE(c.resolved_at, deleted_at)
  WHERE c.old_memory_id = ANY(ids) OR c.new_memory_id = ANY(ids);
$$;

-- The other side: what the backend server of this repository was given, as it was given. Each document stands for a
-- row of memories, by which it is found; one statement writes both. No foreign key says so: a session that checks one
-- while memories is small keeps the plan of that check, and reads the whole namespace for each document later on.
CREATE TABLE documents (
  namespace_id bigint NOT NULL REFERENCES namespaces (id) ON DELETE CASCADE,
  id           text COLLATE "C" NOT NULL,
  memory_id    uuid NOT NULL,
  -- The order of listings: that of the first storing, which replacing a document leaves alone.
  seq          bigint GENERATED ALWAYS AS IDENTITY,
  text         text NOT NULL,
  metadata     jsonb NOT NULL,
  created_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (namespace_id, id)
);

CREATE UNIQUE INDEX documents_memory_idx ON documents (namespace_id, memory_id);
CREATE INDEX documents_listing_idx ON documents (namespace_id, seq);
