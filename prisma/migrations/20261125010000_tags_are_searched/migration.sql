-- The recall index searches tags too, so a change of them is one of what is searched.
CREATE OR REPLACE FUNCTION memories_stamp_xid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.xid := pg_current_xact_id();
  IF (NEW.title, NEW.title_derived, NEW.content, NEW.source, NEW.source_ref, NEW.thread, NEW.session_id, NEW.names,
      NEW.key, NEW.tags)
    IS DISTINCT FROM
    (OLD.title, OLD.title_derived, OLD.content, OLD.source, OLD.source_ref, OLD.thread, OLD.session_id, OLD.names,
      OLD.key, OLD.tags) THEN
    NEW.text_xid := NEW.xid;
  END IF;
  RETURN NEW;
END $$;
