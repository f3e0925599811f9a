-- How many memories were written within a minute (docs/adr/0070), for agents with a quota of it. It is no loss where a crash
-- empties it, and costs no write-ahead log.
CREATE UNLOGGED TABLE agent_writes (
  namespace text PRIMARY KEY,
  begun_at  timestamptz NOT NULL,
  writes    integer NOT NULL
);
