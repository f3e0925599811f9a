-- Upserts and listings find memories by their references. The times order the memories of one reference.
CREATE INDEX memories_reference_idx ON memories (namespace_id, source_ref, created_at, seq)
  WHERE source_ref IS NOT NULL;
