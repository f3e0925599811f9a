-- What listings and upserts look up of the documents of an external backend (docs/adr/0053). Titles and contents are not here.
CREATE TABLE remote_documents (
  namespace   text COLLATE "C" NOT NULL,
  id          text COLLATE "C" NOT NULL,
  -- Orders memories of the same time.
  place_key   text COLLATE "C" NOT NULL,
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  -- When the server received it, which not every answer of the server says.
  received_at timestamptz(3),
  status      text NOT NULL,
  type        text NOT NULL,
  source      text NOT NULL,
  source_ref  text,
  tags        text[] NOT NULL,
  -- Of the content, by which duplicates are found (see memories).
  content_key bigint NOT NULL,
  -- UTF-16 code units of the content.
  size        integer NOT NULL,
  -- Of the memory, as in remote_changes.
  digest      bytea NOT NULL,
  PRIMARY KEY (namespace, id)
);

CREATE INDEX remote_documents_created_idx ON remote_documents (namespace, created_at, place_key);
CREATE INDEX remote_documents_updated_idx ON remote_documents (namespace, updated_at);
CREATE INDEX remote_documents_content_idx ON remote_documents (namespace, content_key);
-- Other programs may write references that are too long for an index.
CREATE INDEX remote_documents_reference_idx ON remote_documents (namespace, md5(source_ref)) WHERE source_ref IS NOT NULL;

-- One row for each namespace that was listed: only then its changes are noted in remote_stale.
CREATE TABLE remote_indexes (
  namespace text COLLATE "C" PRIMARY KEY,
  -- Grows with each change of the rows: of two services that read the same documents, one stores what it read.
  version   bigint NOT NULL DEFAULT 0,
  -- What the server counts beyond the documents that it lists.
  surplus   integer NOT NULL DEFAULT 0,
  -- When a reading of all pages began or ended last, and how long the last one took, in ms.
  walked_at timestamptz,
  walk_ms   integer NOT NULL DEFAULT 0
);

-- Documents that changed after their row in remote_documents was written.
CREATE TABLE remote_stale (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  namespace   text COLLATE "C" NOT NULL,
  memory_id   text COLLATE "C" NOT NULL,
  received_at timestamptz(3)
);

CREATE INDEX remote_stale_namespace_idx ON remote_stale (namespace, id);

CREATE INDEX remote_changes_unsettled_idx ON remote_changes (namespace, memory_id) WHERE NOT confirmed;
