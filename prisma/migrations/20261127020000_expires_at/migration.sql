-- When a memory expires by itself (docs/adr/0060).
ALTER TABLE memories ADD COLUMN expires_at timestamptz(3);

-- NOT VALID: there is no value to check yet, and so no need of a scan under the lock.
ALTER TABLE memories ADD CONSTRAINT memories_expires_at_fits CHECK (
  expires_at > '0001-01-01 00:00:00+00' AND expires_at < '9999-12-31 23:59:59.999+00'
) NOT VALID;

-- The next one that is due, of all namespaces, is its first entry.
CREATE INDEX memories_due_idx ON memories (expires_at) WHERE status = 'active' AND expires_at IS NOT NULL;

ALTER TABLE remote_documents ADD COLUMN expires_at timestamptz(3);
CREATE INDEX remote_documents_due_idx ON remote_documents (expires_at)
  WHERE status = 'active' AND expires_at IS NOT NULL;
