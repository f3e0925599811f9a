import { benchTrail } from './bench-trail';
import { FoundMemoriesRepository } from '../../src/backend/embedded/found-memories.repository';
import { MemoriesRepository } from '../../src/backend/embedded/memories.repository';
import type { PrismaService } from '../../src/database/prisma.service';
import type { Sql } from '../../src/database/sql';

export interface CeilingStatements {
  /** Parameters: the namespaces of the memories, and these as a JSON list, each with its namespace. */
  insert: string;
  /** Parameters: the namespace, the ids. */
  select: string;
}

/**
 * The statements of the service itself, taken from its repositories as they are now: they run against a
 * database that only writes down what it is asked.
 */
export async function ceilingStatements(): Promise<CeilingStatements> {
  const asked: string[] = [];
  const recorder = {
    execute: async (statement: Sql) => asked.push(statement.text),
    query: async (statement: Sql) => {
      asked.push(statement.text);
      return [];
    },
  } as unknown as PrismaService;
  const memories = new MemoriesRepository(recorder, benchTrail(recorder));
  await memories.insertPlaced([]);
  await new FoundMemoriesRepository(recorder, 0).find([{ namespace: 'namespace', id: '' }]);
  const [insert, select] = asked;
  if (insert === undefined || select === undefined) throw new Error('The repositories asked nothing');
  return { insert, select };
}

/** A ceiling that stores nothing would be no ceiling: the request fails then. */
export function assertStored(ids: readonly unknown[]): void {
  if (ids.length !== 1) throw new Error(`The ceiling stored ${ids.length} memories, not one`);
}
