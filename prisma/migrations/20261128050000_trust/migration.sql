-- How far a memory may be believed, and what looked planted in it (docs/adr/0066). What is stored already is trusted.
ALTER TABLE memories
  ADD COLUMN trust text NOT NULL DEFAULT 'trusted',
  ADD COLUMN trust_reasons text[] NOT NULL DEFAULT '{}';

-- NOT VALID: there is no value to check yet, and so no need of a scan under the lock.
ALTER TABLE memories ADD CONSTRAINT memories_trust_fits CHECK (
  trust IN ('trusted', 'unverified', 'quarantined') AND cardinality(trust_reasons) <= 20
) NOT VALID;

-- Those that wait for a review are few, and every listing subtracts them from its total.
CREATE INDEX memories_quarantined_idx ON memories (namespace_id, created_at, seq) WHERE trust = 'quarantined';

ALTER TABLE remote_documents ADD COLUMN trust text NOT NULL DEFAULT 'trusted';

-- A memory that is released is indexed again, with its text and its vector.
CREATE OR REPLACE FUNCTION memories_stamp_xid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.xid := pg_current_xact_id();
  IF (NEW.title, NEW.title_derived, NEW.content, NEW.source, NEW.source_ref, NEW.thread, NEW.session_id, NEW.names,
      NEW.key, NEW.tags, NEW.trust)
    IS DISTINCT FROM
    (OLD.title, OLD.title_derived, OLD.content, OLD.source, OLD.source_ref, OLD.thread, OLD.session_id, OLD.names,
      OLD.key, OLD.tags, OLD.trust) THEN
    NEW.text_xid := NEW.xid;
  END IF;
  RETURN NEW;
END $$;
