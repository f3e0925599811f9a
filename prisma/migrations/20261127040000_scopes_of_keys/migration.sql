-- Scopes, or beginnings and `*`, to whose memories a key is limited; empty for all memories.
ALTER TABLE api_keys ADD COLUMN scopes text[] NOT NULL DEFAULT '{}' CHECK (cardinality(scopes) <= 100);
