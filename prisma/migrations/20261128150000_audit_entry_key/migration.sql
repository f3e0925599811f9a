-- The same in every entry, and read by nothing. Entries have it no longer; the column goes in a later version, since replicas
-- of the version before still write it during an update.
ALTER TABLE audit_entries ALTER COLUMN key_id DROP NOT NULL;
