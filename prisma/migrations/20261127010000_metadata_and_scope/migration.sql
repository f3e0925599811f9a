-- Whom or what a memory is for, and what its client says of it in its own words (docs/adr/0059).
ALTER TABLE memories
  ADD COLUMN scope text,
  ADD COLUMN metadata jsonb NOT NULL DEFAULT '{}';

-- NOT VALID: there is no value to check yet, and so no need of a scan under the lock.
ALTER TABLE memories ADD CONSTRAINT memories_scope_and_metadata_fit CHECK (
  octet_length(scope) <= 800 AND jsonb_typeof(metadata) = 'object' AND octet_length(metadata::text) <= 16384
) NOT VALID;

-- Keys and references count within a scope: many users of one agent have the same ones.
DROP INDEX memories_key_idx;
CREATE INDEX memories_key_idx ON memories (namespace_id, key, COALESCE(scope, '')) WHERE key IS NOT NULL;
DROP INDEX memories_reference_idx;
CREATE INDEX memories_reference_idx ON memories (namespace_id, source_ref, COALESCE(scope, ''), created_at, seq)
  WHERE source_ref IS NOT NULL;

-- Of documents that were read before, both are read again when the document changes; none has any yet.
ALTER TABLE remote_documents
  ADD COLUMN scope text,
  ADD COLUMN metadata jsonb NOT NULL DEFAULT '{}';
