const { DATABASE_URL: url } = process.env;
const isOne = url !== undefined && url !== '' && URL.canParse(url);
// The service finds the primary among several servers; Prisma's command line cannot.
if (url && !isOne) console.error('Prisma needs one server: name the primary alone in DATABASE_URL.');

export default {
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  // Only `prisma migrate` and `prisma studio` connect by this; the service reads DATABASE_URL itself.
  ...(isOne ? { datasource: { url } } : {}),
};
