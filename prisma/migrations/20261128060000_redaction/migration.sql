-- What becomes of secrets and of personal data in the memories of an agent; null: as the settings of the service say.
ALTER TABLE agents ADD COLUMN redaction text;
ALTER TABLE agents ADD COLUMN redaction_personal text;
