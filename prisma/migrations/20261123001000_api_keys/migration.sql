-- Keys of clients. Of a key only its SHA-256 digest is kept; a revoked key is deleted.
CREATE TABLE api_keys (
  key_id                text PRIMARY KEY CHECK (key_id ~ '^[0-9a-f]{16}$'),
  name                  text NOT NULL,
  digest                bytea NOT NULL CHECK (octet_length(digest) = 32),
  agents                text[] NOT NULL CHECK (cardinality(agents) BETWEEN 1 AND 100),
  access                text NOT NULL CHECK (access IN ('read', 'write', 'manage')),
  created_at            timestamptz(3) NOT NULL,
  expires_at            timestamptz(3),
  last_used_at          timestamptz(3),
  rate_limit_per_minute integer CHECK (rate_limit_per_minute BETWEEN 1 AND 1000000)
);

CREATE INDEX api_keys_created_idx ON api_keys (created_at DESC, key_id DESC);

-- The key or token of a request; null for a session token.
ALTER TABLE activity ADD COLUMN by text;

-- Who uploaded the file; null for a session token.
ALTER TABLE files ADD COLUMN uploaded_by text;
