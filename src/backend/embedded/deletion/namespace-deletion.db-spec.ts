import { Logger } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { eventually } from '../../../../test/support/eventually';
import { actAt, aMemory, anEdit, NO_FILTER, START } from '../../../../test/support/memories';
import { openBackend, type OpenBackend } from '../../../../test/support/open-backend';
import { sql } from '../../../database/sql';
import { DeletedNamespacesRepository, NAMESPACE_TABLES } from './deleted-namespaces.repository';
import { NamespaceDeletion } from './namespace-deletion';

const MANY = 3_000;

describe('deleting a namespace', () => {
  let opened: OpenBackend;
  let namespace: string;

  beforeAll(async () => {
    opened = await openBackend();
  });
  beforeEach(async () => {
    namespace = await opened.newNamespace();
  });
  afterEach(() => new NamespaceDeletion(opened.database).finish());
  afterAll(async () => {
    await opened.close();
  });

  const idOf = async (name: string): Promise<string> => {
    const rows = await opened.database.query<{ id: string }>(
      sql`SELECT n.id::text AS id FROM namespaces n WHERE n.name = ${name}`,
    );
    return rows[0]!.id;
  };

  /** Rows of a namespace in each table that has any. */
  const rowsOf = async (id: string): Promise<Record<string, number>> => {
    const rows = await opened.database.query<Record<string, number>>(sql`
      SELECT
        (SELECT count(*) FROM memories WHERE namespace_id = ${id}::bigint)::float8 AS memories,
        (SELECT count(*) FROM memory_history WHERE namespace_id = ${id}::bigint)::float8 AS memory_history,
        (SELECT count(*) FROM memory_tombstones WHERE namespace_id = ${id}::bigint)::float8 AS memory_tombstones,
        (SELECT count(*) FROM memory_counts WHERE namespace_id = ${id}::bigint)::float8 AS memory_counts,
        (SELECT count(*) FROM deleted_fingerprints WHERE namespace_id = ${id}::bigint)::float8 AS deleted_fingerprints,
        (SELECT count(*) FROM documents WHERE namespace_id = ${id}::bigint)::float8 AS documents,
        (SELECT count(*) FROM embedding_backlog WHERE namespace_id = ${id}::bigint)::float8 AS embedding_backlog,
        (SELECT count(*) FROM memory_embeddings WHERE namespace_id = ${id}::bigint)::float8 AS memory_embeddings`);
    return Object.fromEntries(Object.entries(rows[0]!).filter(([, count]) => count > 0));
  };
  const isGone = (id: string) =>
    opened.database
      .query(sql`SELECT 1 FROM namespaces n WHERE n.id = ${id}::bigint`)
      .then((rows) => rows.length === 0);

  /** A memory in every table there is. */
  async function fill(count: number): Promise<string[]> {
    const { backend, database } = opened;
    const memories = Array.from({ length: count }, (_, at) => aMemory({ content: `Likes tea number ${at}` }));
    const ofDocument = aMemory({ content: 'Text' });
    await backend.store(namespace, [...memories, ofDocument], { dedupe: false });
    await database.execute(sql`
      INSERT INTO documents (namespace_id, id, memory_id, text, metadata, created_at)
      SELECT n.id, 'document', ${ofDocument.id}::uuid, 'Text', '{}', ${new Date(START)}
      FROM namespaces n WHERE n.name = ${namespace}`);
    await backend.edit(namespace, memories[0]!.id, anEdit({ content: 'Edited' }), actAt(1));
    await backend.delete(namespace, memories[1]!.id, actAt(2));
    return memories.map(({ id }) => id);
  }

  const search = async (name: string) => {
    const request = { query: 'tea', limit: 10, minScore: 0, explain: false, at: new Date(START) };
    return (await opened.backend.search(name, { ...request, filter: NO_FILTER })).results.length;
  };

  it('hides it at once, and a namespace of the same name is new and empty while the rows go', async () => {
    const { backend } = opened;
    const [kept = '', deleted = ''] = await fill(MANY);
    const id = await idOf(namespace);
    expect(await search(namespace)).toBe(10);
    await backend.dropNamespace(namespace);
    expect(await backend.find(namespace, kept)).toBeNull();
    expect(await backend.history(namespace, kept)).toBeNull();
    expect(await search(namespace)).toBe(0);
    expect(await backend.recent(namespace, NO_FILTER, 10)).toEqual({ memories: [], total: 0 });
    await expect(backend.store(namespace, [aMemory()], { dedupe: false })).rejects.toMatchObject({
      code: 'AgentNotFound',
    });

    await backend.createNamespace(namespace, new Date(START));
    expect(await idOf(namespace)).not.toBe(id);
    expect(await search(namespace)).toBe(0);
    expect((await backend.countMemories([namespace])).get(namespace)).toBe(0);
    expect(await backend.history(namespace, deleted)).toBeNull();
    // What was deleted from the former namespace may be stored in this one.
    const [again] = await backend.store(namespace, [aMemory({ content: 'Likes tea number 1' })], {
      dedupe: true,
      refuseDeleted: true,
    });
    expect(again?.action).toBe('store');
    expect(await search(namespace)).toBe(1);

    await eventually(() => isGone(id), Boolean);
    expect(await rowsOf(id)).toEqual({});
    expect(await backend.recent(namespace, NO_FILTER, 10)).toMatchObject({ total: 1 });
  });

  it('leaves everything as it was when the transaction is undone', async () => {
    const { backend, database } = opened;
    await fill(10);
    const undone = database.transaction(async () => {
      await backend.dropNamespace(namespace);
      throw new Error('Undone');
    });
    await expect(undone).rejects.toThrow('Undone');
    await new NamespaceDeletion(database).finish();
    expect((await backend.recent(namespace, NO_FILTER, 10)).total).toBe(10);
  });

  it('goes on in another process where one was stopped in the middle', async () => {
    await fill(MANY);
    const id = await idOf(namespace);
    const repository = new DeletedNamespacesRepository(opened.database);
    await repository.markDeleted(namespace);
    const [, , documents, memories] = NAMESPACE_TABLES;
    await repository.deleteSlice(id, documents!, documents!.first, 100);
    await repository.deleteSlice(id, memories!, memories!.first, 1_000);
    expect((await rowsOf(id)).memories).toBe(MANY - 1_000);

    const restarted = new NamespaceDeletion(opened.database);
    restarted.start();
    await eventually(() => isGone(id), Boolean);
    await restarted.stop();
    expect(await rowsOf(id)).toEqual({});
  });

  it('takes no slice longer than its rows, whatever the number of memories', async () => {
    await fill(MANY);
    const id = await idOf(namespace);
    const repository = new DeletedNamespacesRepository(opened.database);
    await repository.markDeleted(namespace);
    const memories = NAMESPACE_TABLES[3]!;
    const slice = await repository.deleteSlice(id, memories, memories.first, 100);
    expect(slice.touched).toBe(100);
    expect((await rowsOf(id)).memories).toBe(MANY - 100);
    expect((await rowsOf(id)).memory_tombstones).toBe(1);
  });

  it('ends without a warning when the database closes while it stops', async () => {
    const warnings = jest.spyOn(Logger.prototype, 'warn');
    const deletion = new NamespaceDeletion(opened.database);
    let stopped: Promise<void> = Promise.resolve();
    const reading = jest.spyOn(DeletedNamespacesRepository.prototype, 'findNext').mockImplementation(() => {
      stopped = deletion.stop();
      return Promise.reject(new Error('Cannot use a pool after calling end on the pool'));
    });
    deletion.start();
    await eventually(() => Promise.resolve(reading.mock.calls.length), Boolean);
    await stopped;
    reading.mockRestore();
    expect(warnings).not.toHaveBeenCalled();
    warnings.mockRestore();
  });

  it('includes what a transaction stored that had begun before', async () => {
    if (opened.database.kind === 'embedded') return expect(await isGone('0')).toBe(true);
    const { backend, database } = opened;
    const id = await idOf(namespace);
    let dropping: Promise<void> = Promise.resolve();
    await database.transaction(async () => {
      await backend.store(namespace, [aMemory({ id: uuidv7() })], { dedupe: false });
      dropping = database.apart(() => backend.dropNamespace(namespace));
      await backend.store(namespace, [aMemory({ id: uuidv7() })], { dedupe: false });
    });
    await dropping;
    await eventually(() => isGone(id), Boolean);
    expect(await rowsOf(id)).toEqual({});
  });
});
