-- The version of the service that first started with a migration. An older service, which does not know the migration,
-- names that version when it refuses to start. `prisma migrate deploy` leaves this table alone.
CREATE TABLE migration_versions (
  migration_name  text PRIMARY KEY,
  service_version text NOT NULL
);
