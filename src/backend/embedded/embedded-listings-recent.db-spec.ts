import { actAt, aMemory, NO_FILTER } from '../../../test/support/memories';
import { eventually } from '../../../test/support/eventually';
import { openBackend, type OpenBackend } from '../../../test/support/open-backend';
import { sql } from '../../database/sql';
import type { NamespaceVersion } from '../../retrieval/change-feed';
import { namespaceVersion } from './namespace-version';

describe('the newest memories', () => {
  let opened: OpenBackend;
  let namespace: string;

  beforeAll(async () => {
    opened = await openBackend();
  });
  beforeEach(async () => {
    namespace = await opened.newNamespace();
  });
  afterAll(() => opened.close());

  const namespaceVersionOf = async (): Promise<NamespaceVersion | null> => {
    const [row] = await opened.database.query<{ version: NamespaceVersion | null }>(
      sql`SELECT ${namespaceVersion(sql`${namespace}::text`)} AS version`,
    );
    return row?.version ?? null;
  };
  const recent = async () => opened.backend.recent(namespace, NO_FILTER, 10, await namespaceVersionOf());
  const store = (content: string) => {
    const memory = aMemory({ content });
    return opened.backend.store(namespace, [memory], { dedupe: false }).then(() => memory.id);
  };

  it('are read once while nothing is written, and are the same then', async () => {
    await opened.backend.expire(namespace, await store('alpha'), 'manual', actAt(1));
    await store('bravo');
    const query = jest.spyOn(opened.database, 'query');
    // A listing that was read while another transaction of the server was open is read again.
    const [first, again] = await eventually(
      async () => {
        const listed = await recent();
        const version = await namespaceVersionOf();
        query.mockClear();
        return [listed, await opened.backend.recent(namespace, NO_FILTER, 10, version)] as const;
      },
      () => query.mock.calls.length === 0,
    );
    query.mockRestore();
    expect(again).toEqual(first);
    expect(again.total).toBe(2);
  });

  it('are those of now after every kind of write', async () => {
    const { backend } = opened;
    const id = await store('alpha');
    expect((await recent()).total).toBe(1);
    await store('bravo');
    expect((await recent()).memories).toHaveLength(2);
    await backend.expire(namespace, id, 'manual', actAt(1));
    expect((await recent()).memories.filter(({ status }) => status === 'expired')).toHaveLength(1);
    await backend.delete(namespace, id, actAt(2));
    expect((await recent()).total).toBe(1);
    await backend.dropNamespace(namespace);
    await backend.createNamespace(namespace, new Date());
    expect(await recent()).toEqual({ memories: [], total: 0 });
    await store('new');
    expect((await recent()).memories.map(({ content }) => content)).toEqual(['new']);
  });

  it('miss nothing of a transaction that began before they were read and ended later', async () => {
    if (opened.database.kind === 'embedded') return expect((await recent()).total).toBe(0);
    await store('alpha');
    await opened.database.transaction(async () => {
      await store('bravo');
      await opened.database.apart(async () => {
        await store('charlie');
        expect((await recent()).total).toBe(2);
      });
    });
    expect((await recent()).total).toBe(3);
  });
});
