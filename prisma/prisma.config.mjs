export default {
  schema: 'schema.prisma',
  migrations: { path: 'migrations' },
  // Only `prisma migrate` connects by this; the service reads DATABASE_URL itself.
  ...(process.env.DATABASE_URL ? { datasource: { url: process.env.DATABASE_URL } } : {}),
};
