-- Uploaded files, each with the job that reads it. The bytes lie in the file store, and only until they are read; what
-- they say lies in the backend, as memories.

CREATE TABLE files (
  file_id    uuid PRIMARY KEY,
  agent_id   text COLLATE "C" NOT NULL REFERENCES agents (agent_id) ON DELETE CASCADE,
  session_id text NOT NULL,
  file_name  text NOT NULL,
  file_size  bigint NOT NULL CHECK (file_size >= 0),
  sha256     bytea NOT NULL,
  status     text NOT NULL DEFAULT 'processing' CHECK (status IN ('processing', 'indexed', 'failed')),
  -- Stored so far: where a reader that takes over goes on.
  chunks     integer NOT NULL DEFAULT 0 CHECK (chunks >= 0),
  -- 0 to 1.
  progress   double precision NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 1),
  error      text,
  created_at timestamptz(3) NOT NULL,
  -- Of the job: how often it was taken, who has it until when, and when it may be taken again.
  attempts   integer NOT NULL DEFAULT 0,
  holder     uuid,
  held_until timestamptz,
  next_try   timestamptz NOT NULL DEFAULT now(),
  -- Somebody wants it gone: no more of it is stored.
  deleting   boolean NOT NULL DEFAULT false,
  CHECK ((status = 'failed') = (error IS NOT NULL))
);

-- The same bytes are kept, and read, once an agent.
CREATE UNIQUE INDEX files_content_idx ON files (agent_id, sha256);
CREATE INDEX files_agent_idx ON files (agent_id, created_at DESC, file_id);
CREATE INDEX files_jobs_idx ON files (next_try) WHERE status = 'processing';
