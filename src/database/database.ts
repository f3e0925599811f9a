/** `PrismaService` and the SQL template under the path and name that some rooms still import. */
export { PrismaService as Database } from './prisma.service';
export { anyOf, listOf, sql, type Sql } from './sql';
