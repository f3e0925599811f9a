-- Images of recall indexes (docs/adr/0046). They are derived: all rows of both tables can be deleted at any time.
CREATE TABLE recall_segments (
  namespace_id bigint PRIMARY KEY REFERENCES namespaces (id) ON DELETE CASCADE,
  id           uuid NOT NULL,
  -- Of the form of the image and of the terms in it.
  version      text NOT NULL,
  -- The server and the transaction that wrote this row: a row that a restored dump brings names others.
  server       text NOT NULL,
  writer_xid   xid8 NOT NULL DEFAULT pg_current_xact_id(),
  -- The image holds everything that was committed before this transaction.
  feed_xmin    xid8 NOT NULL,
  language     text NOT NULL,
  space        json,
  -- CRC-32 of each chunk.
  checksums    bigint[] NOT NULL,
  written_at   timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE recall_segment_chunks (
  namespace_id bigint NOT NULL REFERENCES namespaces (id) ON DELETE CASCADE,
  segment_id   uuid NOT NULL,
  number       integer NOT NULL,
  data         bytea NOT NULL,
  written_at   timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (namespace_id, segment_id, number)
);

-- The chunks are compressed already.
ALTER TABLE recall_segment_chunks ALTER COLUMN data SET STORAGE EXTERNAL;
