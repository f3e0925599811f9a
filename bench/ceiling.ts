// What the load benchmark compares the service with: a bare Express handler in its own process, which parses
// the same bodies, runs the service's own statements through `pg`, and answers bodies of the same shape.
// Started by bench/load.ts with DATABASE_URL, DATABASE_POOL_SIZE, READ_NAMESPACE and WRITE_NAMESPACE.
import { randomInt } from 'node:crypto';
import express, { type Request, type Response } from 'express';
import { toMemory, type MemoryRow } from '../src/backend/embedded/memory-rows';
import { toMemoryRecord } from '../src/memories/memory-record.dto';
import { newMemory } from './support/ceiling-memory';
import { ceilingPool, serveCeiling } from './support/ceiling-server';
import { assertStored, ceilingStatements } from './support/ceiling-statements';

const RECALLED = 10;
const AGENT = 'ceiling';
const SESSION = 'sess_000000000000';

function remembered(memory: Record<string, unknown>, namespace: string): Record<string, unknown> {
  const { id, confidence, provenance, type } = memory;
  const scope = { agent_id: AGENT, session_id: SESSION, namespace };
  return { memory_id: id, ...scope, status: 'queued', confidence, provenance, type };
}

function recalled(query: string, rows: readonly MemoryRow[]): Record<string, unknown> {
  const memories = rows.map((row) => toMemoryRecord(toMemory(row), AGENT, true, 0.5));
  const scope = { agent_id: AGENT, session_id: SESSION };
  return { ...scope, query, memories, count: memories.length, retrieval: 'lexical' };
}

async function main(readNamespace: string, writeNamespace: string): Promise<void> {
  const pool = ceilingPool();
  const { insert, select } = await ceilingStatements();
  const known = await pool.query<{ id: string }>(
    'SELECT m.id FROM memories m JOIN namespaces n ON n.id = m.namespace_id WHERE n.name = $1 ORDER BY m.seq',
    [readNamespace],
  );
  const ids = known.rows.map((row) => row.id);
  const app = express().use(express.json());

  app.post(
    '/remember',
    async (request: Request<object, unknown, { content: string }>, response: Response) => {
      const memory = newMemory({ agentId: AGENT, sessionId: SESSION }, request.body.content);
      const memories = JSON.stringify([{ namespace: writeNamespace, ...memory }]);
      const { rows } = await pool.query({
        name: 'insert',
        text: insert,
        values: [[writeNamespace], memories],
      });
      assertStored(rows);
      response.json(remembered(memory, writeNamespace));
    },
  );

  app.post('/recall', async (request: Request<object, unknown, { query: string }>, response: Response) => {
    const wanted = Array.from({ length: RECALLED }, () => ids[randomInt(ids.length)]);
    const { rows } = await pool.query<MemoryRow>({
      name: 'select',
      text: select,
      values: [readNamespace, wanted],
    });
    response.json(recalled(request.body.query, rows));
  });

  serveCeiling(app);
}

main(process.env.READ_NAMESPACE ?? '', process.env.WRITE_NAMESPACE ?? '').catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
