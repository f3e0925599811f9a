import { newTestBackend } from '../../../../test/support/backend';
import { newTestStore, type TestStore } from '../../../../test/support/database';
import { eventually } from '../../../../test/support/eventually';
import { actAt, aMemory, anEdit, START } from '../../../../test/support/memories';
import { PrismaService } from '../../../database/prisma.service';
import { sql } from '../../../database/sql';
import { NamespaceDeletion } from '../deletion/namespace-deletion';
import type { EmbeddedBackend } from '../../../../test/support/backend';
import { EmbeddingBacklogRepository, textHash, type BacklogItem } from './embedding-backlog.repository';
import {
  EmbeddingModelsRepository,
  type CandidateModel,
  type EmbeddingModel,
} from './embedding-models.repository';

const LEASE_MS = 60_000;
const VECTOR = Int8Array.of(1, 2, 127, -3);

let store: TestStore;
let database: PrismaService;
let backend: EmbeddedBackend;
let backlog: EmbeddingBacklogRepository;
let models: EmbeddingModelsRepository;
let model: EmbeddingModel;
let namespace: string;
let namespaces = 0;

beforeAll(async () => {
  store = await newTestStore();
  database = await PrismaService.open(store.env, (error) => {
    throw error;
  });
  backend = newTestBackend(database, store.env).backend;
  backlog = new EmbeddingBacklogRepository(database);
  models = new EmbeddingModelsRepository(database);
});

afterAll(async () => {
  await backend.onModuleDestroy();
  await database.close();
  await store.remove();
});

beforeEach(async () => {
  await database.execute(sql`DELETE FROM memory_embeddings`);
  await database.execute(sql`DELETE FROM embedding_models`);
  await database.execute(sql`DELETE FROM memories`);
  model = await models.register(candidate());
  namespace = `space_${namespaces++}`;
  await backend.createNamespace(namespace, new Date(START));
});

function candidate(fields: Partial<CandidateModel> = {}): CandidateModel {
  return { name: 'one', textPrefix: '', dimensions: 4, mean: 0.1, deviation: 0.05, ...fields };
}

async function storeTexts(...texts: string[]): Promise<string[]> {
  const memories = texts.map((content) => aMemory({ content, title: content }));
  await backend.store(namespace, memories, { dedupe: false });
  return memories.map(({ id }) => id);
}

const claim = (limit = 100, leaseMs = LEASE_MS) => backlog.claim(model.id, limit, leaseMs);

const complete = (items: readonly BacklogItem[]) =>
  backlog.complete(
    model.id,
    items.map((item) => ({ item, vector: VECTOR })),
  );

/** In slices, whose number is returned. A transaction of another database can hold it up for a moment. */
async function enlistAll({ id }: EmbeddingModel, limit = 100): Promise<number> {
  let slices = 0;
  await eventually(
    async () => {
      if (await models.enlist(id, limit)) slices++;
      return models.hasToEnlist(id);
    },
    (left) => !left,
  );
  return slices;
}

async function vectors(): Promise<{ memory_id: string; model_id: number }[]> {
  return database.query(sql`SELECT memory_id, model_id FROM memory_embeddings ORDER BY memory_id`);
}

describe('the backlog', () => {
  it('gives each memory to one process only, until its lease has ended', async () => {
    await storeTexts('a', 'b', 'c');
    const taken = await Promise.all([claim(2), claim(2), claim(2)]);

    expect(taken.flat().map(({ text }) => text)).toHaveLength(3);
    expect(new Set(taken.flat().map(({ memoryId }) => memoryId)).size).toBe(3);
    expect(await claim()).toEqual([]);
  });

  it('gives memories of several namespaces together, and keeps their vectors', async () => {
    const other = `space_${namespaces++}`;
    await backend.createNamespace(other, new Date(START));
    const [a, b] = await storeTexts('a', 'b');
    namespace = other;
    const [c, d] = await storeTexts('c', 'd');
    const taken = [await claim(3), await claim(3)];

    expect(taken.map((items) => items.length)).toEqual([3, 1]);
    expect(await complete(taken.flat())).toBe(4);
    expect((await vectors()).map((row) => row.memory_id)).toEqual([a, b, c, d].sort());
    expect(await backlog.count(model.id, 1)).toEqual({ waiting: 0, failing: 0 });
  });

  it('gives a memory again when its lease has ended', async () => {
    await storeTexts('a');
    await claim(1, 0);
    expect(await claim()).toMatchObject([{ text: 'a', attempts: 2 }]);
  });

  it('gives a released memory again at once, as if it had not been taken', async () => {
    await storeTexts('a');
    await backlog.release(model.id, await claim());
    expect(await claim()).toMatchObject([{ attempts: 1 }]);
  });

  it('lets a deferred memory wait', async () => {
    await storeTexts('a');
    const [item] = await claim(1, 0);
    await backlog.defer(model.id, item!, LEASE_MS);
    expect(await claim()).toEqual([]);
    expect(await backlog.count(model.id, 1)).toEqual({ waiting: 1, failing: 1 });
  });

  it('keeps vectors, and knows them by text', async () => {
    const [id] = await storeTexts('a');
    expect(await complete(await claim())).toBe(1);

    expect(await vectors()).toEqual([{ memory_id: id, model_id: model.id }]);
    expect(await backlog.count(model.id, 1)).toEqual({ waiting: 0, failing: 0 });
    await storeTexts('a');
    const [again] = await claim();
    const known = await backlog.known(model.id, [textHash(again!.text), textHash('z')]);
    expect([...known.values()]).toEqual([VECTOR]);
  });

  it('does not keep the vector of a text that was edited meanwhile', async () => {
    const [id] = await storeTexts('a');
    const items = await claim();
    await backend.edit(namespace, id!, anEdit({ content: 'b' }), actAt(1));

    expect(await complete(items)).toBe(0);
    expect(await vectors()).toEqual([]);
    expect(await claim()).toMatchObject([{ text: 'b', revision: 1, attempts: 1 }]);
  });

  it('forgets the vector of a text when that is edited, but not for another change', async () => {
    const [id] = await storeTexts('a');
    await complete(await claim());
    await backend.edit(namespace, id!, anEdit({ tags: ['x'] }), actAt(1));
    await backend.expire(namespace, id!, 'manual', actAt(2));
    expect(await vectors()).toHaveLength(1);
    expect(await claim()).toEqual([]);

    await backend.edit(namespace, id!, anEdit({ title: 'b' }), actAt(3));
    expect(await vectors()).toEqual([]);
    expect(await claim()).toMatchObject([{ text: 'b\na' }]);
  });

  it('keeps nothing of a deleted memory, also when its vector comes after', async () => {
    const [first, second] = await storeTexts('a', 'b');
    const items = await claim();
    await backend.delete(namespace, first!, actAt(1));
    expect(await complete(items)).toBe(1);
    await backend.delete(namespace, second!, actAt(2));

    expect(await vectors()).toEqual([]);
    expect(await backlog.count(model.id, 1)).toEqual({ waiting: 0, failing: 0 });
  });

  it('goes with its namespace', async () => {
    await storeTexts('a', 'b');
    await complete(await claim(1));
    await backend.dropNamespace(namespace);
    await new NamespaceDeletion(database).finish();
    expect(await vectors()).toEqual([]);
    expect(await claim(100, 0)).toEqual([]);
  });
});

describe('a model', () => {
  it('is registered once, by name, prefix and dimensions', async () => {
    expect(await models.register(candidate({ mean: 0.9 }))).toEqual(model);
    expect((await models.register(candidate({ textPrefix: 'passage: ' }))).id).not.toBe(model.id);
  });

  it('is another one than that of an earlier form of the texts', async () => {
    await storeTexts('[1:56 pm on 8 May, 2023] Ann: a');
    await complete(await claim());
    await database.execute(sql`UPDATE embedding_models SET text_form = 0`);
    const next = await models.register(candidate());
    await enlistAll(next);

    expect(next.id).not.toBe(model.id);
    expect(await models.current()).toEqual(model);
    expect(await backlog.claim(next.id, 100, LEASE_MS)).toMatchObject([{ text: 'Ann: a' }]);
  });

  it('enlists the memories of the time before it in slices, each once', async () => {
    await storeTexts('a', 'b', 'c');
    await complete(await claim());
    const next = await models.register(candidate({ name: 'two' }));
    await storeTexts('d');
    const slices = await enlistAll(next, 2);

    const items = await backlog.claim(next.id, 100, LEASE_MS);
    expect(items.map(({ text }) => text).sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(slices).toBe(3);
  });

  it('takes over when no memory waits for it any more, and the former one leaves nothing', async () => {
    await storeTexts('a', 'b');
    await complete(await claim());
    const next = await models.register(candidate({ name: 'two', dimensions: 3 }));
    await enlistAll(next);
    const early = await models.takeOver(next.id, 5);
    const items = await backlog.claim(next.id, 100, LEASE_MS);
    await backlog.complete(
      next.id,
      items.map((item) => ({ item, vector: Int8Array.of(1, 2, 3) })),
    );

    expect(early).toBe(false);
    expect(await models.current()).toEqual(model);
    expect(await models.takeOver(next.id, 5)).toBe(true);
    expect(await models.current()).toEqual(next);
    while (await models.dropFormer(1));
    expect((await vectors()).map((row) => row.model_id)).toEqual([next.id, next.id]);
  });

  it('is not held up for ever by a memory that fails', async () => {
    await storeTexts('a');
    await complete(await claim());
    const next = await models.register(candidate({ name: 'two' }));
    await enlistAll(next);
    await backlog.claim(next.id, 100, 0);
    expect(await models.takeOver(next.id, 2)).toBe(false);
    await backlog.claim(next.id, 100, 0);
    expect(await models.takeOver(next.id, 2)).toBe(true);
  });

  it('that is wanted again before it was replaced stays, and gets what was stored meanwhile', async () => {
    await storeTexts('a');
    await complete(await claim());
    const next = await models.register(candidate({ name: 'two' }));
    await storeTexts('b');
    const again = await models.register(candidate());
    await enlistAll(again);

    expect(again).toEqual(model);
    expect(await claim()).toMatchObject([{ text: 'b' }]);
    while (await models.dropFormer(100));
    expect(await backlog.claim(next.id, 100, 0)).toEqual([]);
  });
});
