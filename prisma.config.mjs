export default {
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  // Only `prisma migrate` and `prisma studio` connect by this; the service reads DATABASE_URL itself.
  ...(process.env.DATABASE_URL ? { datasource: { url: process.env.DATABASE_URL } } : {}),
};
