-- Which agents an agent reads beside its own memories (docs/adr/0067). A deleted agent drops out on both sides.
CREATE TABLE agent_reads (
  agent_id text NOT NULL REFERENCES agents (agent_id) ON DELETE CASCADE,
  read_id text NOT NULL REFERENCES agents (agent_id) ON DELETE CASCADE,
  -- In the order of the request. There are no more places, so that no agent reads more.
  place smallint NOT NULL CHECK (place BETWEEN 1 AND 16),
  PRIMARY KEY (agent_id, place),
  UNIQUE (agent_id, read_id),
  CHECK (agent_id <> read_id)
);

CREATE INDEX agent_reads_read_id_idx ON agent_reads (read_id);

-- Of each id the agent that it is a memory of; null where all are of the agent of the trace.
ALTER TABLE recall_traces ADD COLUMN owners text[];
