-- Expiry policies, sweeps and purges with their undo, fingerprints of what was deleted, the activity log, settings
-- changed at run time, and maintenance.

CREATE TABLE policies (
  agent_id   text COLLATE "C" PRIMARY KEY REFERENCES agents (agent_id) ON DELETE CASCADE,
  -- As the interface shows it; `json` keeps it as it was written.
  policy     json NOT NULL,
  updated_at timestamptz(3) NOT NULL
);

CREATE TABLE sweeps (
  sweep_id     uuid PRIMARY KEY,
  agent_id     text COLLATE "C" NOT NULL REFERENCES agents (agent_id) ON DELETE CASCADE,
  kind         text NOT NULL CHECK (kind IN ('sweep', 'purge')),
  cause        text NOT NULL CHECK (cause IN ('manual', 'nightly')),
  -- `running` for good: its process died. What it did by then stands, and can be undone.
  status       text NOT NULL CHECK (status IN ('running', 'completed', 'held', 'failed', 'undone')),
  evaluated_at timestamptz(3) NOT NULL,
  finished_at  timestamptz(3),
  scanned      bigint NOT NULL DEFAULT 0,
  matched      bigint NOT NULL DEFAULT 0,
  -- Memories expired, or purged.
  changed      bigint NOT NULL DEFAULT 0,
  errors       integer NOT NULL DEFAULT 0,
  per_rule     json NOT NULL DEFAULT '{}'
);

CREATE INDEX sweeps_agent_idx ON sweeps (agent_id, evaluated_at DESC, sweep_id);

-- The sweep that expired a memory, by which it is undone.
ALTER TABLE memory_history ADD COLUMN sweep_id uuid;
CREATE INDEX memory_history_sweep_idx ON memory_history (sweep_id, id) WHERE sweep_id IS NOT NULL;

-- Keyed hashes of what was deleted for good: what nobody wishes for explicitly does not come back.
CREATE TABLE deleted_fingerprints (
  namespace_id bigint NOT NULL REFERENCES namespaces (id) ON DELETE CASCADE,
  fingerprint  bytea NOT NULL,
  deleted_at   timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (namespace_id, fingerprint)
);

-- The newest transaction of the tombstones that were pruned: an index that has not read up to it must be rebuilt.
ALTER TABLE namespaces ADD COLUMN pruned_xid xid8;

-- The transaction that wrote the text last, or where the memory stands: changes of anything else spare the recall
-- index the text.
ALTER TABLE memories ADD COLUMN text_xid xid8 NOT NULL DEFAULT pg_current_xact_id();

CREATE OR REPLACE FUNCTION memories_stamp_xid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.xid := pg_current_xact_id();
  IF (NEW.title, NEW.title_derived, NEW.content, NEW.source, NEW.source_ref)
    IS DISTINCT FROM (OLD.title, OLD.title_derived, OLD.content, OLD.source, OLD.source_ref) THEN
    NEW.text_xid := NEW.xid;
  END IF;
  RETURN NEW;
END $$;

-- One row an operation, never content. No reference to agents: a log must not hold up, or fail, anything.
CREATE TABLE activity (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ts         timestamptz(3) NOT NULL,
  tool       text NOT NULL,
  agent_id   text COLLATE "C" NOT NULL,
  session_id text NOT NULL,
  op         text NOT NULL,
  kind       text NOT NULL CHECK (kind IN ('read', 'write')),
  -- Memories read or written.
  n          integer NOT NULL
);

CREATE INDEX activity_ts_idx ON activity (ts);
CREATE INDEX activity_session_idx ON activity (session_id, ts);
CREATE INDEX activity_agent_idx ON activity (agent_id, ts);

-- Settings changed while the service runs. Writers hold a lock, so that a greater version was committed later.
CREATE TABLE settings (
  key        text PRIMARY KEY,
  -- Null: not set any more.
  value      json,
  version    bigint GENERATED ALWAYS AS IDENTITY,
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE INDEX settings_version_idx ON settings (version);

-- What the local pages remember, such as which version of the instruction template the user took.
CREATE TABLE ui_state (
  key        text PRIMARY KEY,
  value      json NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE maintenance_runs (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- `install`: the first start, from which the schedule counts.
  cause       text NOT NULL CHECK (cause IN ('install', 'schedule', 'command')),
  started_at  timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  agents      integer NOT NULL DEFAULT 0,
  expired     bigint NOT NULL DEFAULT 0,
  purged      bigint NOT NULL DEFAULT 0,
  -- Agents of whose memories too many would have expired.
  held        json NOT NULL DEFAULT '[]',
  errors      json NOT NULL DEFAULT '[]'
);

CREATE INDEX maintenance_runs_started_idx ON maintenance_runs (started_at DESC);
