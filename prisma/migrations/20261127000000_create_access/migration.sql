-- Keys that may create the agents that they are for, but not list, export or delete them.
ALTER TABLE api_keys DROP CONSTRAINT api_keys_access_check;
ALTER TABLE api_keys ADD CONSTRAINT api_keys_access_check
  CHECK (access IN ('read', 'write', 'create', 'manage'));
