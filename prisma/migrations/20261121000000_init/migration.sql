-- Agents, their sessions, and the memories of their namespaces.
-- PostgreSQL 14 or newer, no extension. Times are UTC instants; a memory's have millisecond precision.

CREATE TABLE agents (
  agent_id      text COLLATE "C" PRIMARY KEY CHECK (agent_id ~ '^[A-Za-z0-9_-]{1,128}$'),
  namespace     text NOT NULL UNIQUE,
  pattern       text NOT NULL CHECK (pattern IN ('support', 'project', 'tool')),
  description   text,
  status        text NOT NULL DEFAULT 'ready' CHECK (status = 'ready'),
  created_at    timestamptz(6) NOT NULL,
  last_session  timestamptz(6),
  session_count integer NOT NULL DEFAULT 0 CHECK (session_count >= 0),
  -- The last counted number of memories; the live count comes from the backend.
  memory_count  bigint NOT NULL DEFAULT 0 CHECK (memory_count >= 0)
);

CREATE INDEX agents_created_at_idx ON agents (created_at DESC, agent_id);

CREATE TABLE sessions (
  session_id          text PRIMARY KEY,
  -- Order of activation: of two sessions of an agent the larger is the newer.
  seq                 bigint GENERATED ALWAYS AS IDENTITY,
  agent_id            text COLLATE "C" NOT NULL REFERENCES agents (agent_id) ON DELETE CASCADE,
  -- SHA-256 of the token; the token itself is never stored.
  token_hash          bytea NOT NULL,
  previous_token_hash bytea,
  renewed_at          timestamptz(3),
  recreated_from      text,
  started_at          timestamptz(3) NOT NULL,
  expires_at          timestamptz(3) NOT NULL,
  ended_at            timestamptz(3),
  status              text NOT NULL DEFAULT 'active'
    CHECK (status IN ('active', 'expired', 'terminated', 'superseded'))
);

CREATE UNIQUE INDEX sessions_one_active_idx ON sessions (agent_id) WHERE status = 'active';
CREATE INDEX sessions_agent_idx ON sessions (agent_id, seq);

CREATE TABLE idempotency_keys (
  agent_id     text COLLATE "C" NOT NULL REFERENCES agents (agent_id) ON DELETE CASCADE,
  key          text NOT NULL,
  request_hash bytea NOT NULL,
  -- Null only inside the transaction that claims the key.
  response     json,
  created_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (agent_id, key)
);

-- The embedded backend. A namespace outlives its agent when the agent is deleted without its memories,
-- so nothing here refers to agents or sessions.

CREATE TABLE namespaces (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name       text NOT NULL UNIQUE,
  created_at timestamptz(3) NOT NULL
);

CREATE TABLE memories (
  namespace_id  bigint NOT NULL REFERENCES namespaces (id) ON DELETE CASCADE,
  id            uuid NOT NULL,
  -- Storage order, also within one batch.
  seq           bigint GENERATED ALWAYS AS IDENTITY,
  session_id    text,
  title         text NOT NULL,
  -- A title derived from the content follows the content when it is edited; a given one stays.
  title_derived boolean NOT NULL,
  content       text NOT NULL,
  -- 64 bits of a hash of the normalised content, by which duplicates are looked up.
  content_key   bigint NOT NULL,
  type          text NOT NULL CHECK (type IN (
    'fact', 'preference', 'goal', 'decision', 'artifact', 'learning', 'event', 'instruction',
    'relationship', 'context', 'observation', 'commitment', 'error')),
  confidence    double precision NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  tags          text[] NOT NULL,
  source        text NOT NULL,
  source_ref    text,
  provenance    text NOT NULL CHECK (provenance IN (
    'explicit_statement', 'inferred', 'observed', 'validated', 'corrected', 'imported')),
  actor_id      text NOT NULL,
  status        text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'expired')),
  expired_at    timestamptz(3),
  expired_by    text,
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  -- The transaction that wrote the row last: what the change feed of the recall index reads by.
  xid           xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (namespace_id, id),
  CHECK ((status = 'expired') = (expired_at IS NOT NULL)),
  CHECK ((status = 'expired') = (expired_by IS NOT NULL))
);

CREATE INDEX memories_created_idx ON memories (namespace_id, created_at, seq);
CREATE INDEX memories_updated_idx ON memories (namespace_id, updated_at, seq);
CREATE INDEX memories_content_idx ON memories (namespace_id, content_key);
CREATE INDEX memories_feed_idx ON memories (namespace_id, xid);

CREATE TABLE memory_history (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  namespace_id bigint NOT NULL REFERENCES namespaces (id) ON DELETE CASCADE,
  memory_id    uuid NOT NULL,
  at           timestamptz(3) NOT NULL,
  event        text NOT NULL CHECK (event IN ('created', 'edited', 'expired', 'restored', 'resolved', 'deleted')),
  session_id   text,
  by           text NOT NULL,
  -- The values before an edit, by field name. Emptied when the memory is deleted.
  former       jsonb
);

CREATE INDEX memory_history_memory_idx ON memory_history (namespace_id, memory_id, id);

-- What was deleted: read by the change feed, beside the rows.
CREATE TABLE memory_tombstones (
  namespace_id bigint NOT NULL REFERENCES namespaces (id) ON DELETE CASCADE,
  memory_id    uuid NOT NULL,
  xid          xid8 NOT NULL DEFAULT pg_current_xact_id(),
  deleted_at   timestamptz(3) NOT NULL DEFAULT now()
);

CREATE INDEX memory_tombstones_feed_idx ON memory_tombstones (namespace_id, xid);

CREATE FUNCTION memories_stamp_xid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.xid := pg_current_xact_id();
  RETURN NEW;
END $$;

CREATE TRIGGER memories_stamp_xid BEFORE UPDATE ON memories
  FOR EACH ROW EXECUTE FUNCTION memories_stamp_xid();

-- Dropping a namespace drops its rows by cascade, with the namespace gone already: no tombstones then.
CREATE FUNCTION memories_leave_tombstones() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO memory_tombstones (namespace_id, memory_id)
    SELECT d.namespace_id, d.id FROM deleted d
    WHERE EXISTS (SELECT FROM namespaces n WHERE n.id = d.namespace_id);
  RETURN NULL;
END $$;

CREATE TRIGGER memories_leave_tombstones AFTER DELETE ON memories
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION memories_leave_tombstones();
