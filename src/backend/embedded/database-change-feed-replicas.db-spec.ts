import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { Client } from 'pg';
import { newTestStore, type TestStore } from '../../../test/support/database';
import { newTestBackend } from '../../../test/support/backend';
import { namespaceVersionOf } from '../../../test/support/feed';
import { actAt, aMemory, anEdit, NO_FILTER, START } from '../../../test/support/memories';
import { PrismaService } from '../../database/prisma.service';
import { sql } from '../../database/sql';
import type { StatusFilter } from '../memory';
import type { EmbeddedBackend } from '../../../test/support/backend';
import { propertyCases } from '../../../test/support/property-cases';

const WORDS = ['alpha', 'bravo', 'delta', 'gamma', 'omega'] as const;

const fail = (error: Error) => {
  throw error;
};

const opened: { store: TestStore; databases: PrismaService[]; replicas: EmbeddedBackend[] } = {
  store: undefined as never,
  databases: [],
  replicas: [],
};

/** Two replicas; on a server each has connections of its own, embedded they share the only one. */
beforeAll(async () => {
  opened.store = await newTestStore();
  const { env } = opened.store;
  const first = await PrismaService.open(env, fail);
  opened.databases = env.DATABASE_URL === null ? [first] : [first, await PrismaService.open(env, fail)];
  opened.replicas = [0, 1].map((i) => newTestBackend(opened.databases[i] ?? first, env).backend);
});

afterAll(async () => {
  await Promise.all(opened.replicas.map((replica) => replica.onModuleDestroy()));
  await Promise.all(opened.databases.map((database) => database.close()));
  await opened.store.remove();
});

let namespaces = 0;

async function newNamespace(): Promise<string> {
  const name = `ns_${namespaces++}`;
  await opened.replicas[0]!.createNamespace(name, new Date(START));
  return name;
}

async function idsFound(
  replica: number,
  namespace: string,
  query: string,
  status: StatusFilter = 'active',
  withVersion = true,
): Promise<string[]> {
  const filter = { ...NO_FILTER, status };
  const version = withVersion
    ? await namespaceVersionOf(opened.databases[replica] ?? opened.databases[0]!, namespace)
    : null;
  const answer = await opened.replicas[replica]!.search(namespace, {
    query,
    limit: 100,
    minScore: 0,
    explain: true,
    at: new Date(START),
    filter,
    namespaceVersion: version,
  });
  // Neighbours of those that hold the word are found too.
  const holding = answer.results.filter((result) => result.matchedTerms.length > 0);
  return holding.map((result) => result.memory.id).sort();
}

async function idsInTable(namespace: string, word: string, status: StatusFilter): Promise<string[]> {
  const rows = await opened.databases[0]!.query<{ id: string }>(sql`
    SELECT m.id FROM memories m JOIN namespaces n ON n.id = m.namespace_id
    WHERE n.name = ${namespace} AND position(${word} in m.content) > 0
      AND (${status} = 'all' OR m.status = ${status})`);
  return rows.map((row) => row.id).sort();
}

describe('recall on two replicas', () => {
  it('finds at once on one replica what the other stored', async () => {
    const namespace = await newNamespace();
    expect(await idsFound(1, namespace, 'alpha')).toEqual([]);
    const memory = aMemory({ content: 'alpha' });
    await opened.replicas[0]!.store(namespace, [memory], { dedupe: false });
    expect(await idsFound(1, namespace, 'alpha')).toEqual([memory.id]);
  });

  it('finds nothing in a namespace that was dropped on the other replica', async () => {
    const namespace = await newNamespace();
    await opened.replicas[0]!.store(namespace, [aMemory({ content: 'alpha' })], { dedupe: false });
    await idsFound(1, namespace, 'alpha');
    await opened.replicas[0]!.dropNamespace(namespace);
    await opened.replicas[0]!.createNamespace(namespace, new Date(START));
    // The candidates come from the index alone; the memories shown are looked up, and so hide what is stale.
    const request = {
      query: 'alpha',
      limit: 100,
      minScore: 0,
      explain: true,
      at: new Date(START),
      filter: NO_FILTER,
    };
    const answer = await opened.replicas[1]!.search(namespace, request);
    expect(answer).toMatchObject({ results: [], candidates: 0 });
  });

  it('keeps namespaces apart', async () => {
    const [mine, other] = [await newNamespace(), await newNamespace()];
    await opened.replicas[0]!.store(mine, [aMemory({ content: 'alpha' })], { dedupe: false });
    expect(await idsFound(0, other, 'alpha')).toEqual([]);
  });

  it('finds everything after more changes than one reading of the feed takes', async () => {
    const namespace = await newNamespace();
    await idsFound(1, namespace, 'alpha');
    for (let i = 0; i < 25; i++) {
      const memories = Array.from({ length: 100 }, () => aMemory({ content: i === 24 ? 'alpha' : 'bravo' }));
      await opened.replicas[0]!.store(namespace, memories, { dedupe: false });
    }
    expect(await idsFound(1, namespace, 'alpha')).toEqual(await idsInTable(namespace, 'alpha', 'active'));
  });
});

interface Step {
  kind: 'store' | 'edit' | 'delete' | 'expire' | 'restore' | 'sweep';
  replica: number;
  /** Which of the memories stored so far, modulo their number. */
  target: number;
  words: readonly string[];
  asked: { replica: number; word: string; status: StatusFilter; withVersion: boolean };
}

const steps: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('store', 'store', 'store', 'edit', 'delete', 'expire', 'restore', 'sweep'),
  replica: fc.nat({ max: 1 }),
  target: fc.nat({ max: 50 }),
  words: fc.subarray([...WORDS], { minLength: 1 }),
  asked: fc.record({
    replica: fc.nat({ max: 1 }),
    word: fc.constantFrom(...WORDS),
    status: fc.constantFrom<StatusFilter>('active', 'expired', 'all'),
    withVersion: fc.boolean(),
  }),
});

async function take(step: Step, namespace: string, ids: string[], ms: number): Promise<void> {
  const backend = opened.replicas[step.replica]!;
  const content = step.words.join(' ');
  const id = ids[step.target % Math.max(ids.length, 1)];
  if (step.kind === 'store' || id === undefined) {
    const memory = aMemory({ content, createdAt: new Date(START + ms) });
    await backend.store(namespace, [memory], { dedupe: false });
    ids.push(memory.id);
  } else if (step.kind === 'edit') await backend.edit(namespace, id, anEdit({ content }), actAt(ms));
  else if (step.kind === 'delete') await backend.delete(namespace, id, actAt(ms));
  else if (step.kind === 'sweep') {
    const policy = { rules: [], retention: { fact: 2 } };
    const request = { sweepId: randomUUID(), policy, at: new Date(START + ms), dryRun: false, cap: null };
    await backend.sweep(namespace, request);
  } else if (step.kind === 'expire') await backend.expire(namespace, id, 'manual', actAt(ms));
  else await backend.restore(namespace, id, actAt(ms));
}

describe('the index beside the tables', () => {
  it('finds what the tables hold after any sequence of writes on either replica', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 30 }), async (taken) => {
        const namespace = await newNamespace();
        const ids: string[] = [];
        for (const [i, step] of taken.entries()) {
          await take(step, namespace, ids, i + 1);
          const { replica, word, status, withVersion } = step.asked;
          expect(await idsFound(replica, namespace, word, status, withVersion)).toEqual(
            await idsInTable(namespace, word, status),
          );
        }
      }),
      { numRuns: propertyCases(25) },
    );
  });

  it('finds what the tables hold after writes and searches side by side', async () => {
    const namespace = await newNamespace();
    const ids: string[] = [];
    const taken = fc.sample(steps, { numRuns: 120, seed: 7 });
    await Promise.all(
      taken.map(async (step, i) => {
        await take(step, namespace, ids, i + 1);
        const { replica, word, status, withVersion } = step.asked;
        await idsFound(replica, namespace, word, status, withVersion);
      }),
    );
    for (const replica of [0, 1]) {
      for (const word of WORDS) {
        expect(await idsFound(replica, namespace, word, 'all')).toEqual(
          await idsInTable(namespace, word, 'all'),
        );
      }
    }
  });
});

const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;

onServer('transactions that overlap (one connection cannot have them: PostgreSQL server only)', () => {
  let writer: Client;

  beforeAll(async () => {
    writer = new Client({ connectionString: opened.store.env.DATABASE_URL ?? '' });
    await writer.connect();
  });

  afterAll(() => writer.end());

  const insert = async (namespace: string, content: string): Promise<string> => {
    const { rows } = await writer.query<{ id: string }>(
      `INSERT INTO memories (namespace_id, id, title, title_derived, content, content_key, type, confidence, tags,
         source, provenance, actor_id, created_at, updated_at)
       SELECT n.id, gen_random_uuid(), $2, true, $2, 0, 'fact', 0.8, '{}', 'agent', 'observed', 'demo', now(), now()
       FROM namespaces n WHERE n.name = $1 RETURNING id`,
      [namespace, content],
    );
    return rows[0]!.id;
  };

  it('finds a memory whose transaction began before a reading and ended after it', async () => {
    const namespace = await newNamespace();
    await writer.query('BEGIN');
    const late = await insert(namespace, 'alpha');
    expect(await idsFound(0, namespace, 'alpha')).toEqual([]);
    await writer.query('COMMIT');
    expect(await idsFound(0, namespace, 'alpha')).toEqual([late]);
  });

  it('finds it also when later transactions were committed and read before it', async () => {
    const namespace = await newNamespace();
    await writer.query('BEGIN');
    const late = await insert(namespace, 'alpha');
    const early = aMemory({ content: 'alpha' });
    await opened.replicas[1]!.store(namespace, [early], { dedupe: false });
    expect(await idsFound(0, namespace, 'alpha')).toEqual([early.id]);
    await writer.query('COMMIT');
    expect(await idsFound(0, namespace, 'alpha')).toEqual([late, early.id].sort());
  });

  it('forgets a memory whose deletion began before a reading and ended after it', async () => {
    const namespace = await newNamespace();
    const memory = aMemory({ content: 'alpha' });
    await opened.replicas[0]!.store(namespace, [memory], { dedupe: false });
    await writer.query('BEGIN');
    await writer.query('DELETE FROM memories WHERE id = $1', [memory.id]);
    expect(await idsFound(0, namespace, 'alpha')).toEqual([memory.id]);
    await writer.query('COMMIT');
    expect(await idsFound(0, namespace, 'alpha')).toEqual([]);
  });

  it('never finds what was rolled back', async () => {
    const namespace = await newNamespace();
    await writer.query('BEGIN');
    await insert(namespace, 'alpha');
    await idsFound(0, namespace, 'alpha');
    await writer.query('ROLLBACK');
    expect(await idsFound(0, namespace, 'alpha')).toEqual([]);
  });
});
