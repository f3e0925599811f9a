-- Which form of a memory's text the vectors are made of. Those of form 0 are replaced in the background.
ALTER TABLE embedding_models ADD COLUMN text_form smallint NOT NULL DEFAULT 0;
