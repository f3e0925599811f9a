-- Changes with the open links of an agent: what a process knows of them holds until then (docs/adr/0057). An agent that was
-- deleted and made again begins at another number.
ALTER TABLE agents ADD COLUMN links_version bigint NOT NULL DEFAULT (extract(epoch FROM now()) * 1000)::bigint;
