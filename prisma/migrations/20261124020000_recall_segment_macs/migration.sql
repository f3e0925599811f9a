-- HMAC-SHA256 of each chunk (docs/adr/0046). Segments without them are of another version, and are replaced.
ALTER TABLE recall_segments ADD COLUMN macs bytea[] NOT NULL DEFAULT '{}';
-- Only services of the version before write it.
ALTER TABLE recall_segments ALTER COLUMN checksums SET DEFAULT '{}';
