import { uuidv7 } from 'uuidv7';
import { actAt, aMemory, anEdit, NO_FILTER, START, together } from '../../test/support/memories';
import { openBackend, type OpenBackend } from '../../test/support/open-backend';
import { SeededRandom } from '../../test/support/seeded-random';
import { sql } from '../database/sql';
import { MEMORY_TYPES, type MemoryStatus, type MemoryType } from '../backend/memory';
import type { MemoryFilter } from '../backend/memory-filter';
import { DocumentsRepository } from './documents.repository';

const SEED = 20261122;
const WORKERS = 6;
const STEPS = 60;
const NAMESPACES = 3;
const TYPES = MEMORY_TYPES.slice(0, 4);
const LATER = new Date(START + 1e12);

interface Counted {
  namespace: string;
  status: MemoryStatus;
  type: MemoryType;
  memories: number;
}

describe('the numbers of memories of a namespace', () => {
  let opened: OpenBackend;
  let namespaces: string[];

  beforeAll(async () => {
    opened = await openBackend();
  });
  beforeEach(async () => {
    namespaces = await Promise.all(Array.from({ length: NAMESPACES }, () => opened.newNamespace()));
  });
  afterAll(() => opened.close());

  const filtered = (fields: Partial<MemoryFilter>): MemoryFilter => ({ ...NO_FILTER, ...fields });
  const totalOf = async (namespace: string, fields: Partial<MemoryFilter> = {}) =>
    (await opened.backend.recent(namespace, filtered(fields), 1)).total;

  const kept = () =>
    opened.database.query<Counted>(sql`
      SELECT n.name AS namespace, c.status, c.type, sum(c.memories)::float8 AS memories
      FROM memory_counts c JOIN namespaces n ON n.id = c.namespace_id
      GROUP BY 1, 2, 3 HAVING sum(c.memories) <> 0 ORDER BY 1, 2, 3`);
  const counted = () =>
    opened.database.query<Counted>(sql`
      SELECT n.name AS namespace, m.status, m.type, count(*)::float8 AS memories
      FROM memories m JOIN namespaces n ON n.id = m.namespace_id GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`);

  /** One random write; a failure that another writer causes, such as a deleted memory, is part of the mixture. */
  async function write(random: SeededRandom): Promise<void> {
    const { backend, database } = opened;
    const namespace = random.pick(namespaces);
    const { memories } = await backend.recent(namespace, NO_FILTER, 50);
    const ids = memories.map(({ id }) => id);
    const id = ids.length > 0 ? random.pick(ids) : uuidv7();
    const some = random.sample(ids, 5);
    const made = () => aMemory({ type: random.pick(TYPES), content: `Content ${random.below(40)}` });
    const batch = Array.from({ length: 1 + random.below(20) }, made);
    const act = actAt(random.below(1_000_000));
    const policy = { rules: [], retention: { [random.pick(TYPES)]: 1 } };
    const sweepId = uuidv7();
    const documents = new DocumentsRepository(database);
    const document = () => ({
      id: `document_${random.below(10)}`,
      text: 'Text',
      metadata: { memory_type: random.pick(TYPES) },
    });
    const operations: (() => Promise<unknown>)[] = [
      () => backend.store(namespace, [made()], { dedupe: false }),
      () => backend.store(namespace, batch, { dedupe: false }),
      () => backend.store(namespace, batch, { dedupe: true, refuseDeleted: true }),
      () => backend.edit(namespace, id, anEdit({ type: random.pick(TYPES) }), act),
      () => backend.edit(namespace, id, anEdit({ content: 'Edited' }), act),
      () => backend.expire(namespace, id, 'manual', act),
      () => backend.restore(namespace, id, act),
      () => backend.delete(namespace, id, act),
      () => backend.deleteAll(namespace, some, act),
      () => backend.sweep(namespace, { policy, at: LATER, dryRun: false, sweepId, cap: null }),
      async () => {
        await backend.sweep(namespace, { policy, at: LATER, dryRun: false, sweepId, cap: null });
        await backend.undoSweep(namespace, sweepId, act);
      },
      () => backend.purge(namespace, { expiredUntil: LATER, dryRun: false, act }),
      () => documents.put(namespace, uniqueById([document(), document()]), new Date(START)),
      () =>
        database.transaction(async () => {
          await backend.store(namespace, batch, { dedupe: false });
          throw new Error('Rolled back on purpose');
        }),
      () =>
        together(backend, namespace, some, async () => {
          await backend.deleteAll(namespace, some, act);
          await backend.store(random.pick(namespaces), [made()], { dedupe: false });
        }),
    ];
    await random
      .pick(operations)()
      .catch((error: Error) => {
        if (!/on purpose/.test(error.message)) throw error;
      });
  }

  it('are those of the rows after a random mixture of writes on parallel connections', async () => {
    await Promise.all(
      Array.from({ length: WORKERS }, async (_, worker) => {
        const random = new SeededRandom(SEED + worker);
        for (let step = 0; step < STEPS; step++) await write(random);
      }),
    );
    const rows = await counted();
    expect(rows.length).toBeGreaterThan(NAMESPACES);
    expect(await kept()).toEqual(rows);
  });

  it('come with a listing, whatever its status and types', async () => {
    const [namespace = ''] = namespaces;
    const memories = TYPES.map((type) => aMemory({ type }));
    await opened.backend.store(namespace, memories, { dedupe: false });
    await opened.backend.expire(namespace, memories[0]!.id, 'manual', actAt(1));
    expect(await totalOf(namespace)).toBe(4);
    expect(await totalOf(namespace, { status: 'active' })).toBe(3);
    expect(await totalOf(namespace, { status: 'expired' })).toBe(1);
    expect(await totalOf(namespace, { types: TYPES.slice(0, 3) })).toBe(3);
    expect(await totalOf(namespace, { types: TYPES.slice(0, 3), status: 'active' })).toBe(2);
    expect(await totalOf(namespace, { types: ['error'] })).toBe(0);
  });

  it('are not counted by reading memories', async () => {
    const [namespace = ''] = namespaces;
    await opened.backend.store(namespace, [aMemory(), aMemory()], { dedupe: false });
    await opened.database.execute(sql`
      UPDATE memory_counts c SET memories = 1000 FROM namespaces n
      WHERE n.id = c.namespace_id AND n.name = ${namespace}`);
    expect(await totalOf(namespace)).toBe(1000);
    expect((await opened.backend.page(namespace, NO_FILTER, null, 1)).total).toBe(1000);
    expect((await opened.backend.countMemories([namespace])).get(namespace)).toBe(1000);
  });

  it('hold up no writer while another transaction is open', async () => {
    const [namespace = ''] = namespaces;
    await opened.backend.store(namespace, [aMemory()], { dedupe: false });
    if (opened.database.kind === 'embedded') return expect(await totalOf(namespace)).toBe(1);
    await opened.database.transaction(async () => {
      await opened.backend.store(namespace, [aMemory()], { dedupe: false });
      await opened.database.apart(() => opened.backend.store(namespace, [aMemory()], { dedupe: false }));
      expect(await opened.database.apart(() => totalOf(namespace))).toBe(2);
    });
    expect(await totalOf(namespace)).toBe(3);
  });
});

/** A statement stores an id once. */
function uniqueById<T extends { id: string }>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
