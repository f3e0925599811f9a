-- No way in stores what a reader cannot take: the widest of the limits in src/backend/memory-limits.ts, in bytes where
-- that says the same without counting characters (a code point has at most 4).
-- NOT VALID: rows that are there stay, unchecked and without a scan under the lock. Readers leave damaged ones out
-- (docs/OBSERVABILITY.md). `ALTER TABLE ... VALIDATE CONSTRAINT ...` is safe at any time where all rows are sound.
ALTER TABLE memories ADD CONSTRAINT memories_texts_fit CHECK (
  octet_length(content) <= 400000 AND octet_length(title) <= 500 AND octet_length(source) <= 64
  AND cardinality(tags) <= 32000 AND octet_length(actor_id) <= 128000
  AND (session_id IS NULL OR octet_length(session_id) <= 128000)
  AND (source_ref IS NULL OR octet_length(source_ref) <= 128000)
  AND (expired_by IS NULL OR octet_length(expired_by) <= 64)
) NOT VALID;

ALTER TABLE memories ADD CONSTRAINT memories_times_fit CHECK (
  created_at > '0001-01-01 00:00:00+00' AND created_at < '9999-12-31 23:59:59.999+00'
  AND updated_at > '0001-01-01 00:00:00+00' AND updated_at < '9999-12-31 23:59:59.999+00'
  AND (expired_at IS NULL
    OR expired_at > '0001-01-01 00:00:00+00' AND expired_at < '9999-12-31 23:59:59.999+00')
) NOT VALID;

ALTER TABLE memory_history ADD CONSTRAINT memory_history_fits CHECK (
  at BETWEEN '0001-01-01 00:00:00+00' AND '9999-12-31 23:59:59.999+00' AND octet_length(by) <= 128000
  AND (former IS NULL OR jsonb_typeof(former) = 'object' AND pg_column_size(former) <= 1000000)
) NOT VALID;

ALTER TABLE documents ADD CONSTRAINT documents_fit CHECK (
  octet_length(text) <= 400000 AND jsonb_typeof(metadata) = 'object' AND pg_column_size(metadata) <= 1000000
  AND created_at > '0001-01-01 00:00:00+00' AND created_at < '9999-12-31 23:59:59.999+00'
) NOT VALID;
