-- When a memory holds in the world, what replaced it, and what it is about. All null for the memories that are there.
ALTER TABLE memories
  ADD COLUMN valid_from timestamptz(3),
  ADD COLUMN valid_to timestamptz(3),
  ADD COLUMN names text[] NOT NULL DEFAULT '{}',
  ADD COLUMN key text,
  ADD COLUMN past boolean,
  -- No reference: what replaced a memory may be deleted.
  ADD COLUMN superseded_by uuid;

-- NOT VALID: there is no value to check yet, and so no need of a scan under the lock.
ALTER TABLE memories ADD CONSTRAINT memories_valid_times_fit CHECK (
  (valid_from IS NULL OR valid_from > '0001-01-01 00:00:00+00' AND valid_from < '9999-12-31 23:59:59.999+00')
  AND (valid_to IS NULL OR valid_to > '0001-01-01 00:00:00+00' AND valid_to < '9999-12-31 23:59:59.999+00')
  -- Equal: superseded by a memory that holds from the same time, or an earlier one.
  AND (valid_from IS NULL OR valid_to IS NULL OR valid_to >= valid_from)
  AND octet_length(key) <= 800 AND cardinality(names) <= 32000
) NOT VALID;

-- The newest memory of a key.
CREATE INDEX memories_key_idx ON memories (namespace_id, key) WHERE key IS NOT NULL;

-- The recall index searches names and keys too.
CREATE OR REPLACE FUNCTION memories_stamp_xid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.xid := pg_current_xact_id();
  IF (NEW.title, NEW.title_derived, NEW.content, NEW.source, NEW.source_ref, NEW.thread, NEW.session_id, NEW.names, NEW.key)
    IS DISTINCT FROM
    (OLD.title, OLD.title_derived, OLD.content, OLD.source, OLD.source_ref, OLD.thread, OLD.session_id, OLD.names, OLD.key) THEN
    NEW.text_xid := NEW.xid;
  END IF;
  RETURN NEW;
END $$;
