-- Unused since the name of a unit of work makes repetitions wait (docs/adr/0029).
ALTER TABLE idempotency_keys DROP COLUMN held_until;
