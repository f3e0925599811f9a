/** The names of `PrismaService` and `sql` in rooms that have not been renamed yet. */
export { PrismaService as Database } from './prisma.service';
export { anyOf, listOf, sql, type Sql } from './sql';
