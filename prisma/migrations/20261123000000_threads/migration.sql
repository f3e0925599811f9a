-- The sequence that a memory belongs to. Memories that are there already keep their places: they name none.
ALTER TABLE memories ADD COLUMN thread text CHECK (char_length(thread) BETWEEN 1 AND 64);

-- A memory that moves to another group needs another place in the recall index, which comes with its text.
CREATE OR REPLACE FUNCTION memories_stamp_xid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.xid := pg_current_xact_id();
  IF (NEW.title, NEW.title_derived, NEW.content, NEW.source, NEW.source_ref, NEW.thread, NEW.session_id)
    IS DISTINCT FROM
    (OLD.title, OLD.title_derived, OLD.content, OLD.source, OLD.source_ref, OLD.thread, OLD.session_id) THEN
    NEW.text_xid := NEW.xid;
  END IF;
  RETURN NEW;
END $$;
