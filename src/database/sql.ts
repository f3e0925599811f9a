import { Prisma } from '../generated/prisma/client';

/** SQL as a tagged template: values become parameters, fragments nest. */
export const sql = Prisma.sql;
export type Sql = Prisma.Sql;

/** At least one of them, each a parameter, for `IN (…)`. */
export const listOf = (values: readonly unknown[]): Sql => Prisma.join([...values]);

/** All of these conditions, of which there is at least one. */
export const allOf = (conditions: readonly Sql[]): Sql => Prisma.join([...conditions], ' AND ');

/** At least one of these conditions. */
export const anyOf = (conditions: readonly Sql[]): Sql => Prisma.join([...conditions], ' OR ');
