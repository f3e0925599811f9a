-- Who changed what (docs/adr/0063). Entries are written with what they record, and wait for their place in a chain.
CREATE TABLE audit_entries (
  n          bigserial PRIMARY KEY,
  -- The namespace of an agent; empty for management.
  chain      text COLLATE "C" NOT NULL,
  id         uuid NOT NULL,
  at         timestamptz(3) NOT NULL DEFAULT date_trunc('milliseconds', statement_timestamp()),
  actor      text NOT NULL,
  operation  text NOT NULL,
  session_id text,
  targets    json NOT NULL,
  count      int NOT NULL,
  digest     bytea NOT NULL,
  -- Made with the secret of the service, without which an entry cannot be changed unseen.
  key_id     text NOT NULL,
  mac        bytea NOT NULL
);

-- Entries in their place. No key to agents: a chain outlives its agent.
CREATE TABLE audit_records (
  chain      text COLLATE "C" NOT NULL,
  seq        bigint NOT NULL CHECK (seq > 0),
  id         uuid NOT NULL,
  at         timestamptz(3) NOT NULL,
  actor      text NOT NULL,
  operation  text NOT NULL,
  session_id text,
  targets    json NOT NULL,
  count      int NOT NULL,
  digest     bytea NOT NULL,
  -- Whether the entry had the code of a process with the secret when it got its place.
  proven     boolean NOT NULL,
  hash       bytea NOT NULL,
  PRIMARY KEY (chain, seq)
);

-- The last record of each chain, signed; and the last one that was pruned.
CREATE TABLE audit_heads (
  chain            text COLLATE "C" PRIMARY KEY,
  seq              bigint NOT NULL,
  hash             bytea NOT NULL,
  at               timestamptz(3) NOT NULL,
  key_id           text NOT NULL,
  signature        bytea NOT NULL,
  anchor_seq       bigint NOT NULL DEFAULT 0,
  anchor_hash      bytea,
  anchor_at        timestamptz(3),
  anchor_key_id    text,
  anchor_signature bytea
);

-- Public keys of the signatures. The current key signs those before it when it is first used.
CREATE TABLE audit_keys (
  key_id        text PRIMARY KEY,
  public_key    bytea NOT NULL,
  first_used_at timestamptz(3) NOT NULL DEFAULT date_trunc('milliseconds', statement_timestamp()),
  endorsed_by   text,
  endorsement   bytea
);
