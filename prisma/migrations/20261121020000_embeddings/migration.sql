-- Vectors of memories, and which memories wait for theirs. Empty, and next to free, where no model is configured.

CREATE TABLE embedding_models (
  id                   integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name                 text NOT NULL,
  text_prefix          text NOT NULL,
  dimensions           integer NOT NULL CHECK (dimensions > 0),
  -- Cosine similarity of a question and a text that have nothing to do with each other.
  similarity_mean      double precision NOT NULL,
  similarity_deviation double precision NOT NULL CHECK (similarity_deviation > 0),
  -- The model whose vectors recall compares.
  is_current           boolean NOT NULL,
  -- The model that memories are embedded with. It becomes the current one when none wait for it any more.
  is_wanted            boolean NOT NULL,
  -- Memories of the time before the model was wanted are enlisted in the order of their keys: once no
  -- transaction older than the fence is open, since one may store memories without knowing of the model.
  enlist_fence         xid8,
  enlisted_namespace   bigint NOT NULL DEFAULT 0,
  enlisted_memory      uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  is_enlisted          boolean NOT NULL DEFAULT false,
  created_at           timestamptz(3) NOT NULL DEFAULT now()
);

CREATE UNIQUE INDEX embedding_models_current_idx ON embedding_models (is_current) WHERE is_current;
CREATE UNIQUE INDEX embedding_models_wanted_idx ON embedding_models (is_wanted) WHERE is_wanted;

CREATE TABLE memory_embeddings (
  namespace_id bigint NOT NULL REFERENCES namespaces (id) ON DELETE CASCADE,
  memory_id    uuid NOT NULL,
  model_id     integer NOT NULL REFERENCES embedding_models (id),
  -- 128 bits of a hash of what was embedded, so that one text is embedded once.
  text_hash    bytea NOT NULL,
  -- One signed byte a dimension.
  vector       bytea NOT NULL,
  -- The transaction that wrote the vector: what the change feed of the recall index reads by.
  xid          xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (namespace_id, memory_id, model_id)
);

CREATE INDEX memory_embeddings_feed_idx ON memory_embeddings (namespace_id, model_id, xid);
CREATE INDEX memory_embeddings_text_idx ON memory_embeddings (model_id, text_hash);

CREATE TABLE embedding_backlog (
  namespace_id bigint NOT NULL REFERENCES namespaces (id) ON DELETE CASCADE,
  memory_id    uuid NOT NULL,
  model_id     integer NOT NULL REFERENCES embedding_models (id) ON DELETE CASCADE,
  -- Moves when the text changes, so that the vector of a former text is not kept.
  revision     integer NOT NULL DEFAULT 0,
  attempts     integer NOT NULL DEFAULT 0,
  -- When somebody may take it; in the future while somebody works on it, or after a failure.
  due_at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (namespace_id, memory_id, model_id)
);

CREATE INDEX embedding_backlog_due_idx ON embedding_backlog (model_id, due_at);

-- Each statement of these functions sees what was committed before it, not only before the writer's statement.

CREATE FUNCTION memories_enlist_stored() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO embedding_backlog (namespace_id, memory_id, model_id)
    SELECT s.namespace_id, s.id, w.id FROM embedding_models w CROSS JOIN stored s WHERE w.is_wanted
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER memories_enlist_stored AFTER INSERT ON memories
  REFERENCING NEW TABLE AS stored FOR EACH STATEMENT EXECUTE FUNCTION memories_enlist_stored();

-- The backlog first: that waits for whoever is about to keep a vector of the former text, which then goes.
CREATE FUNCTION memories_enlist_edited() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO embedding_backlog AS b (namespace_id, memory_id, model_id)
    SELECT NEW.namespace_id, NEW.id, w.id FROM embedding_models w WHERE w.is_wanted
    ON CONFLICT (namespace_id, memory_id, model_id)
      DO UPDATE SET revision = b.revision + 1, attempts = 0, due_at = now();
  DELETE FROM memory_embeddings e WHERE e.namespace_id = NEW.namespace_id AND e.memory_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER memories_enlist_edited AFTER UPDATE OF title, content, title_derived ON memories FOR EACH ROW
  WHEN ((OLD.title, OLD.content, OLD.title_derived) IS DISTINCT FROM (NEW.title, NEW.content, NEW.title_derived))
  EXECUTE FUNCTION memories_enlist_edited();

-- A deleted memory leaves no vector, from which its words could be guessed.
CREATE OR REPLACE FUNCTION memories_leave_tombstones() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO memory_tombstones (namespace_id, memory_id)
    SELECT d.namespace_id, d.id FROM deleted d
    WHERE EXISTS (SELECT FROM namespaces n WHERE n.id = d.namespace_id);
  DELETE FROM embedding_backlog b USING deleted d WHERE b.namespace_id = d.namespace_id AND b.memory_id = d.id;
  DELETE FROM memory_embeddings e USING deleted d WHERE e.namespace_id = d.namespace_id AND e.memory_id = d.id;
  RETURN NULL;
END $$;
