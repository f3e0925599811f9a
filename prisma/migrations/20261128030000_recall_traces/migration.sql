-- What each recall and answer gave, and what it left out (docs/adr/0064). Ids of external backends may be any text.
CREATE TABLE recall_traces (
  agent_id text NOT NULL,
  -- Version 7, made of `at`: its order is that of the times.
  trace_id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  session_id text NOT NULL,
  by text,
  key_id text,
  client text NOT NULL,
  via text NOT NULL,
  request_id text,
  mode text NOT NULL,
  request json NOT NULL,
  outcome json NOT NULL,
  duration_ms real NOT NULL,
  -- What was given, then what was not.
  ids text[] COLLATE "C" NOT NULL,
  given smallint NOT NULL,
  -- Of each id a letter (src/traces/trace-row.ts).
  reasons text NOT NULL,
  -- Of each id seven numbers of four bytes, the least significant first: its score and the parts of it.
  scores bytea NOT NULL,
  query text,
  terms json,
  PRIMARY KEY (agent_id, trace_id)
);

-- Pruning deletes the oldest of all agents.
CREATE INDEX recall_traces_at_idx ON recall_traces (at);
CREATE INDEX recall_traces_request_id_idx ON recall_traces USING hash (request_id);
-- A short list of pending entries, so that no insert has to move many of them into the index.
CREATE INDEX recall_traces_ids_idx ON recall_traces USING gin (ids) WITH (gin_pending_list_limit = 512);
