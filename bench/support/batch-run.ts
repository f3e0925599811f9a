import { Client } from 'pg';
import { uuidv7 } from 'uuidv7';
import { benchTrail } from './bench-trail';
import { MemoriesRepository } from '../../src/backend/embedded/memories.repository';
import { MEMORY_DEFAULTS } from '../../src/backend/memory-columns';
import type { NewMemory } from '../../src/backend/memory';
import type { PrismaService } from '../../src/database/prisma.service';
import type { Sql } from '../../src/database/sql';
import type { AgentClient } from './agent-client';
import { OneConnection } from './one-connection';

export const BATCH = 100;

export interface BatchFigures {
  /** Memories a second over the whole run. */
  rate: number;
  /** Milliseconds, one a request. */
  times: number[];
}

/** The bodies of batch-remember requests that hold the sentences in order. */
export function batchBodies(sentences: readonly string[]): string[] {
  return chunks(sentences).map((chunk) =>
    JSON.stringify({ memories: chunk.map((content) => ({ content })) }),
  );
}

/** Sends the bodies one after another on one connection. */
export async function postBatches(
  url: string,
  agent: AgentClient,
  bodies: readonly string[],
): Promise<BatchFigures> {
  const connection = new OneConnection(url, agent.sessionToken);
  const figures = await timed(bodies, (body) => connection.post(`${agent.path}/batch-remember`, body));
  connection.close();
  return figures;
}

/** The bare INSERT: the statement of the service with values made beforehand, through `pg`, one connection. */
export async function insertBatches(
  databaseUrl: string,
  namespace: string,
  sentences: readonly string[],
): Promise<BatchFigures> {
  const statements = await Promise.all(chunks(sentences).map((chunk) => insertOf(namespace, chunk)));
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await timed(statements, async ({ text, values }) => {
      const start = performance.now();
      const { rowCount } = await client.query({ name: 'insert', text, values });
      const milliseconds = performance.now() - start;
      if (rowCount === BATCH) return milliseconds;
      throw new Error(`The bare INSERT stored ${rowCount} of ${BATCH} memories`);
    });
  } finally {
    await client.end();
  }
}

async function timed<T>(items: readonly T[], send: (item: T) => Promise<number>): Promise<BatchFigures> {
  const times: number[] = [];
  const start = performance.now();
  for (const item of items) times.push(await send(item));
  const seconds = (performance.now() - start) / 1000;
  return { rate: (items.length * BATCH) / seconds, times };
}

/** The statement as the repository makes it, asked of a database that only writes it down. */
async function insertOf(namespace: string, contents: readonly string[]): Promise<Sql> {
  const asked: Sql[] = [];
  const recorder = {
    query: async (statement: Sql) => [{ stored: asked.push(statement) }],
  } as unknown as PrismaService;
  await new MemoriesRepository(recorder, benchTrail(recorder)).insert(namespace, contents.map(plainMemory));
  const [statement] = asked;
  if (statement === undefined) throw new Error('The repository asked nothing');
  return statement;
}

function plainMemory(content: string): NewMemory {
  return {
    id: uuidv7(),
    sessionId: 'sess_000000000000',
    title: `${content.slice(0, 50)}...`,
    titleDerived: true,
    content,
    ...MEMORY_DEFAULTS,
    actorId: 'bare-insert',
    createdAt: new Date(),
  };
}

function chunks(sentences: readonly string[]): string[][] {
  const count = Math.floor(sentences.length / BATCH);
  return Array.from({ length: count }, (_, at) => sentences.slice(at * BATCH, (at + 1) * BATCH));
}
