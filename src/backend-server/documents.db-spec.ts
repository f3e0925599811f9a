import { Clock } from '../common/clock';
import { AgentOverrides } from '../database/agent-overrides';
import { Screening } from '../screening/screening.service';
import { PrismaService } from '../database/prisma.service';
import { sql } from '../database/sql';
import { DatabaseClock } from '../database/database-clock';
import { newTestBackend, type EmbeddedBackend } from '../../test/support/backend';
import { newDatabaseStore, type TestStore } from '../../test/support/database-store';
import { NamespaceDeletion } from '../backend/embedded/deletion/namespace-deletion';
import { memoryIdOf, type NewDocument } from './documents.repository';
import { NoEmbedder } from '../inference/embedder';
import { DocumentsService } from './documents.service';

const NAMESPACE = 'notes';

describe('the service of documents', () => {
  let home: TestStore;
  let database: PrismaService;
  let backend: EmbeddedBackend;
  let store: DocumentsService;

  beforeAll(async () => {
    home = await newDatabaseStore();
    database = await PrismaService.open(home.env, (error) => {
      throw error;
    });
    const opened = newTestBackend(database, home.env, new NoEmbedder());
    backend = opened.backend;
    store = new DocumentsService(
      database,
      backend,
      opened.worker,
      new DatabaseClock(database, new Clock()),
      new Screening(home.env, new AgentOverrides(database)),
    );
  });
  beforeEach(async () => {
    await backend.dropNamespace(NAMESPACE);
    await new NamespaceDeletion(database).finish();
    await store.createNamespace(NAMESPACE);
  });
  afterAll(async () => {
    await backend.onModuleDestroy();
    await database.close();
    await home.remove();
  });

  const numbered = (from: number, count: number): NewDocument[] =>
    Array.from({ length: count }, (_, at) => ({
      id: `d${from + at}`,
      text: `text ${from + at}`,
      metadata: {},
    }));
  const memories = () =>
    database.query<{
      id: string;
      title: string;
      type: string;
      status: string;
      source: string;
      createdAt: Date;
    }>(sql`
      SELECT m.id, m.title, m.type, m.status, m.source, m.created_at AS "createdAt" FROM memories m ORDER BY m.seq`);

  it('keeps the memory of each document in step with it, in the order of the documents', async () => {
    const created_at = '2026-03-01T10:00:00.000Z';
    await store.put(NAMESPACE, [
      {
        id: 'z',
        text: '[FACT] Tea\n\nShe drinks tea.',
        metadata: { memory_type: 'fact', title: 'Tea', created_at },
      },
      { id: 'a', text: 'a passage', metadata: {} },
    ]);
    expect(await memories()).toMatchObject([
      { id: memoryIdOf('z'), title: 'Tea', type: 'fact', status: 'active', createdAt: new Date(created_at) },
      { id: memoryIdOf('a'), title: 'a passage', type: 'artifact', source: 'upload' },
    ]);
    const [, passage] = await memories();
    await store.put(NAMESPACE, [
      { id: 'a', text: 'another passage', metadata: { status: 'expired' } },
      { id: 'z', text: 'tea', metadata: { memory_type: 'preference', created_at: '2026-04-01' } },
    ]);
    expect(await memories()).toMatchObject([
      { type: 'preference', createdAt: new Date('2026-04-01') },
      { title: 'another passage', status: 'expired', createdAt: passage?.createdAt },
    ]);
    await store.delete(NAMESPACE, ['a']);
    expect(await memories()).toMatchObject([{ type: 'preference' }]);
  });

  it('stores nothing in a namespace that is not there', async () => {
    await expect(store.put('elsewhere', numbered(0, 1))).rejects.toMatchObject({
      code: 'namespace_not_found',
    });
    expect(await memories()).toEqual([]);
  });

  it('stores all or none', async () => {
    const bad = { id: 'bad', text: 'x', metadata: { note: 'a\0b' } };
    await expect(store.put(NAMESPACE, [...numbered(0, 3), bad])).rejects.toThrow();
    expect(await memories()).toEqual([]);
  });

  it('does not deadlock when the same documents are written and deleted in different orders', async () => {
    const all = numbered(0, 40);
    const work = Array.from({ length: 30 }, (_, at) => {
      const documents = at % 2 === 0 ? all : [...all].reverse();
      if (at % 5 === 4)
        return store.delete(
          NAMESPACE,
          documents.map(({ id }) => id),
        );
      return store.put(NAMESPACE, documents);
    });
    await Promise.all(work);
    const stored = await store.get(
      NAMESPACE,
      all.map(({ id }) => id),
    );
    const ids = stored.map(({ id }) => memoryIdOf(id));
    expect((await memories()).map(({ id }) => id).sort()).toEqual(ids.sort());
  });

  it('drops a namespace that others write to, with all that they wrote or without their noticing', async () => {
    const writing = Array.from({ length: 20 }, (_, at) => store.put(NAMESPACE, numbered(at * 10, 10)));
    const written = Promise.allSettled(writing);
    await store.deleteNamespace(NAMESPACE);
    for (const outcome of await written) {
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: 'namespace_not_found' });
    }
    await expect(store.namespaceId(NAMESPACE)).rejects.toMatchObject({ code: 'namespace_not_found' });
    await new NamespaceDeletion(database).finish();
    expect(await memories()).toEqual([]);
  });

  it('finds documents by the ids of their memories', async () => {
    await store.put(NAMESPACE, numbered(0, 2));
    const found = await store.findByMemory(await store.namespaceId(NAMESPACE), [
      memoryIdOf('d1'),
      memoryIdOf('d7'),
    ]);
    expect([...found]).toMatchObject([[memoryIdOf('d1'), { id: 'd1', text: 'text 1' }]]);
  });
});
