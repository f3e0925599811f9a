-- Forgetting with a receipt (docs/adr/0065): a run from its request to its receipt. No reference to agents: a receipt
-- outlives them.
CREATE TABLE forget_runs (
  receipt_id  uuid PRIMARY KEY,
  agent_ids   text[] NOT NULL,
  by          text NOT NULL,
  session_id  text,
  -- What is looked for, encrypted: it may name whom to forget. Null once the run is done.
  sealed      bytea,
  state       text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done')),
  started_at  timestamptz(3) NOT NULL,
  -- The process that does the run, and until when it may; null for none.
  holder      uuid,
  held_until  timestamptz,
  counts      jsonb NOT NULL DEFAULT '{}',
  -- Files of which the run deleted chunks.
  file_ids    uuid[] NOT NULL DEFAULT '{}',
  remaining   jsonb NOT NULL DEFAULT '[]',
  finished_at timestamptz(3),
  -- The place of the run in an audit chain, and the signature of its receipt (docs/adr/0063).
  audit_head  jsonb,
  key_id      text,
  signature   text,
  CHECK ((state = 'done') = (finished_at IS NOT NULL AND key_id IS NOT NULL AND signature IS NOT NULL)),
  CHECK (state = 'running' OR sealed IS NULL)
);

CREATE INDEX forget_runs_running_idx ON forget_runs (started_at) WHERE state = 'running';

-- Keyed hashes of the texts that a run deleted. They make up its receipt.
CREATE TABLE forget_digests (
  receipt_id uuid NOT NULL REFERENCES forget_runs (receipt_id) ON DELETE CASCADE,
  digest     bytea NOT NULL,
  PRIMARY KEY (receipt_id, digest)
);
