-- The language whose rules cut the namespace's texts into terms. It is that of the setting when the namespace was
-- made and stays when the setting changes, so that all replicas index alike. The set of languages is the
-- program's.
ALTER TABLE namespaces ADD COLUMN language text NOT NULL DEFAULT 'english';
