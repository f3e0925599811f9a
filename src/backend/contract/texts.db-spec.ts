import { randomUUID } from 'node:crypto';
import { actAt, aMemory, anEdit } from '../../../test/support/memories';
import { eventually } from '../../../test/support/eventually';
import { BACKENDS, openContractBackend, type ContractBackend } from '../../../test/support/contract-backends';
import { sql } from '../../database/sql';
import type { MemoryEdit } from '../memory-edit';

const HOLDER = '019ab3f2-0000-7000-8000-000000000001';
const OTHER = '019ab3f2-0000-7000-8000-000000000002';

describe.each(BACKENDS)('new texts of the %s backend', (kind) => {
  let opened: ContractBackend;
  let namespace: string;
  let heard: string[];
  let edits = 0;
  const texts = () => opened.texts;

  beforeAll(async () => {
    opened = await openContractBackend(kind);
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    namespace = await opened.newNamespace();
    await opened.database.models.agent.create({
      data: { agentId: randomUUID(), namespace, pattern: 'tool', createdAt: new Date(0) },
    });
    heard = [];
    texts().onWritten((name) => heard.push(name));
  });

  const store = async (...contents: string[]): Promise<string[]> => {
    const memories = contents.map((content) => aMemory({ content }));
    return (await opened.backend.store(namespace, memories, { dedupe: false })).map(({ id }) => id);
  };
  const edit = (id: string, change: Partial<MemoryEdit>) =>
    opened.backend.edit(namespace, id, anEdit(change), actAt(++edits));
  /** Transactions of other databases of the server may keep the order open for a while. */
  const settled = (limit = 100) =>
    eventually(
      () => texts().readNext(namespace, limit),
      ({ places, isMore }) => places.length === limit || !isMore,
      30_000,
    );
  const next = async (limit = 100): Promise<string[]> =>
    (await settled(limit)).places.map(({ memoryId }) => memoryId);
  /** Reads and passes all. */
  async function pass(): Promise<string[]> {
    await texts().hold(namespace, HOLDER);
    const { places } = await settled();
    const last = places.at(-1);
    if (last) await texts().advance(namespace, HOLDER, last);
    return places.map(({ memoryId }) => memoryId);
  }

  it('come in the order of their transactions, each once', async () => {
    const [first] = await store('one');
    const [second] = await store('two');
    expect(await next(1)).toEqual([first]);
    expect(await next()).toEqual([first, second]);
    expect(await pass()).toEqual([first, second]);
    expect(await next()).toEqual([]);
    expect(await store('three')).toEqual(await next());
  });

  it('go on within a transaction at the memory that was passed', async () => {
    const ids = (await store('one', 'two', 'three')).sort();
    await texts().hold(namespace, HOLDER);
    const { places, isMore } = await settled(2);
    expect(isMore).toBe(true);
    expect(await texts().advance(namespace, HOLDER, places[0]!)).toBe(true);
    expect((await next()).sort()).toEqual(ids.filter((id) => id !== places[0]?.memoryId));
  });

  it('are those of edits of the text, and of no others', async () => {
    const [id] = await store('one');
    await pass();
    await edit(id!, { confidence: 0.4, validTo: new Date() });
    expect(await next()).toEqual([]);
    await edit(id!, { content: 'two' });
    expect(await next()).toEqual([id]);
    await edit(id!, { confidence: 0.6 });
    expect(await next()).toEqual([id]);
  });

  it('are held by one at a time, and passed by the holder alone', async () => {
    await store('one');
    expect(await texts().hold(namespace, HOLDER)).toBe(true);
    expect(await texts().hold(namespace, OTHER)).toBe(false);
    expect(await texts().hold(namespace, HOLDER)).toBe(true);
    const { places } = await settled(1);
    expect(await texts().advance(namespace, OTHER, places[0]!)).toBe(false);
    expect(await next()).toHaveLength(1);
    await texts().release(namespace, OTHER);
    expect(await texts().hold(namespace, OTHER)).toBe(false);
    await texts().release(namespace, HOLDER);
    expect(await texts().hold(namespace, OTHER)).toBe(true);
  });

  it('are free again some time after the holder has died', async () => {
    await store('one');
    await texts().hold(namespace, HOLDER);
    await opened.database.execute(sql`
      UPDATE link_cursors SET held_until = clock_timestamp() - interval '1 millisecond' WHERE namespace = ${namespace}`);
    expect(await texts().hold(namespace, OTHER)).toBe(true);
  });

  it('know which memories were written later', async () => {
    const [first] = await store('one');
    const [second] = await store('two');
    const { places } = await settled();
    const later = (at: number) => texts().laterThan(namespace, places[at]!, [first!, second!, randomUUID()]);
    expect([...(await later(0))]).toEqual([second]);
    expect([...(await later(1))]).toEqual([]);
    await edit(first!, { content: 'three' });
    expect([...(await later(1))]).toEqual([first]);
  });

  it('are skipped, and forgotten with their namespace', async () => {
    await store('one');
    await settled();
    await texts().skip(namespace);
    expect(await next()).toEqual([]);
    const [id] = await store('two');
    expect(await next()).toEqual([id]);
    await opened.backend.dropNamespace(namespace);
    const left = await opened.database.query(
      sql`SELECT 1 AS one FROM link_cursors WHERE namespace = ${namespace}`,
    );
    expect(left).toEqual([]);
  });

  it('are counted, and their namespaces listed, unless the agent is off', async () => {
    await store('one', 'two');
    expect(await texts().findWaiting('', 1_000)).toContain(namespace);
    expect((await texts().countWaiting()).memories).toBeGreaterThanOrEqual(2);
    await opened.database.models.agent.updateMany({ where: { namespace }, data: { supersession: 'off' } });
    expect(await texts().findWaiting('', 1_000)).not.toContain(namespace);
    await opened.database.models.agent.updateMany({ where: { namespace }, data: { supersession: 'link' } });
    await pass();
    expect(await texts().findWaiting('', 1_000)).not.toContain(namespace);
  });

  it('are announced after they are there', async () => {
    const [id] = await store('one');
    expect(heard).toContain(namespace);
    heard.length = 0;
    await opened.backend.unitOfWork(namespace, {
      work: async () => {
        await edit(id!, { content: 'two' });
        if (kind === 'embedded') expect(heard).toEqual([]);
      },
    });
    expect(heard).toContain(namespace);
  });

  it('are not lost to a cursor of a restored backup', async () => {
    await texts().hold(namespace, HOLDER);
    await texts().advance(namespace, HOLDER, { xid: '9000000000000', memoryId: 'g' });
    await texts().bringBack();
    const [id] = await store('one');
    expect(await next()).toEqual([id]);
  });
});
