-- Events (docs/adr/0068): what an audit entry says has become of memories, beside what its record proves.
ALTER TABLE audit_entries ADD COLUMN events json;
ALTER TABLE audit_records ADD COLUMN events json;

-- The order of records with events over all chains. Sealing gives it, one process at a time: what is committed later has a
-- greater one.
ALTER TABLE audit_records ADD COLUMN event_seq bigint;
CREATE SEQUENCE audit_records_event_seq_seq OWNED BY audit_records.event_seq;
CREATE UNIQUE INDEX audit_records_event_seq_idx ON audit_records (event_seq) WHERE event_seq IS NOT NULL;

CREATE TABLE webhooks (
  webhook_id    uuid PRIMARY KEY,
  url           text NOT NULL,
  -- Kinds of events.
  events        text[] NOT NULL,
  -- Agent ids, or beginnings of them and `*`.
  agents        text[] NOT NULL,
  status        text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused')),
  created_at    timestamptz(3) NOT NULL,
  -- SHA-256 of the secret, which is derived: after a change of the service's secret it is another one.
  secret_digest bytea NOT NULL,
  -- Records up to here have their deliveries.
  event_seq     bigint NOT NULL,
  -- In a row.
  failures      int NOT NULL DEFAULT 0,
  -- After a failure nothing is sent before.
  retry_at      timestamptz,
  paused_at     timestamptz(3),
  pause_reason  text,
  CHECK ((status = 'paused') = (paused_at IS NOT NULL))
);

CREATE TABLE webhook_deliveries (
  -- Version 7. The `webhook-id` of the call.
  delivery_id     uuid PRIMARY KEY,
  webhook_id      uuid NOT NULL REFERENCES webhooks (webhook_id) ON DELETE CASCADE,
  event_id        text NOT NULL,
  kind            text NOT NULL,
  agent_id        text NOT NULL,
  -- What is signed and sent.
  body            text NOT NULL,
  state           text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
  created_at      timestamptz(3) NOT NULL DEFAULT now(),
  -- When the first attempt of this round could begin: rounds end 24 hours later.
  begun_at        timestamptz NOT NULL DEFAULT now(),
  due_at          timestamptz NOT NULL DEFAULT now(),
  -- In this round.
  attempts        int NOT NULL DEFAULT 0,
  holder          uuid,
  held_until      timestamptz,
  last_attempt_at timestamptz(3),
  -- Null without an answer.
  last_status     int,
  last_error      text
);

CREATE INDEX webhook_deliveries_page_idx ON webhook_deliveries (webhook_id, delivery_id DESC);
CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries (webhook_id, due_at) WHERE state = 'pending';
