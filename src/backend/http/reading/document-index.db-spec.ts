import * as fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { eventually } from '../../../../test/support/eventually';
import { actAt, aMemory, anEdit, NO_FILTER, START, storedMemory } from '../../../../test/support/memories';
import { openHttpBackend, type HttpBackend } from '../../../../test/support/open-http-backend';
import { useBackend } from '../../../../test/support/use-backend';
import type { Memory } from '../../memory';
import { toDocument } from '../../document';
import { propertyCases } from '../../../../test/support/property-cases';

/** How soon listings must show what another program did. */
const FOUND_MS = 10_000;
const ACTIVE = { ...NO_FILTER, status: 'active' as const };

const opened = useBackend(openHttpBackend);

afterEach(() => {
  opened.api.isAway = false;
  opened.api.itemCount = undefined;
  opened.api.forgetFailures();
});

/** Another program puts documents into the backend. */
function putForeign(...memories: Memory[]): void {
  const documents = opened.api.documents(opened.namespace);
  for (const memory of memories) documents.set(memory.id, { ...toDocument(memory), createdAt: null });
}

const deleteForeign = (id: string) => opened.api.documents(opened.namespace).delete(id);

async function store(count: number, fields: Parameters<typeof aMemory>[0] = {}, backend = opened.backend) {
  const memories = Array.from({ length: count }, (_, at) =>
    aMemory({ createdAt: new Date(START + at), ...fields }),
  );
  await backend.store(opened.namespace, memories, { dedupe: false });
  return memories.map((memory) => storedMemory(memory));
}

async function recent(limit = 100, filter = NO_FILTER, backend = opened.backend) {
  const { memories, total } = await backend.recent(opened.namespace, filter, limit);
  return { ids: memories.map(({ id }) => id), total, contents: memories.map(({ content }) => content) };
}

const pagesRead = () => opened.api.calls.filter((call) => call === 'pages').length;

describe('a listing after another program', () => {
  it('put a document shows it', async () => {
    await store(3);
    await recent();
    const foreign = storedMemory({ createdAt: new Date(START + 9) });
    putForeign(foreign);
    expect((await recent()).ids[0]).toBe(foreign.id);
  });

  it('put a document beside own writes shows all', async () => {
    await recent();
    const foreign = storedMemory({ createdAt: new Date(START + 9) });
    putForeign(foreign);
    await store(2);
    expect((await recent()).ids).toHaveLength(3);
  });

  it('deleted a document does not show it', async () => {
    const [, gone] = await store(3);
    await recent();
    deleteForeign(gone!.id);
    expect(await recent()).toMatchObject({ total: 2 });
    expect((await recent()).ids).not.toContain(gone!.id);
  });

  it('edited a document that it shows has what that says now, and judges it by that', async () => {
    const [memory, other] = await store(2);
    await recent();
    putForeign({ ...memory!, content: 'Likes coffee' });
    expect((await recent()).contents).toContain('Likes coffee');
    putForeign({ ...memory!, status: 'expired', expiredAt: new Date(START), expiredBy: 'manual' });
    expect(await recent(100, ACTIVE)).toMatchObject({ ids: [other!.id], total: 1 });
  });

  it('edited a document that it does not show finds that within ten seconds', async () => {
    const [memory] = await store(20);
    await recent(5);
    const since = new Date(START + 1_000);
    const changed = () => opened.backend.changedSince(opened.namespace, since, NO_FILTER, 5);
    expect(await changed()).toEqual([]);
    putForeign({ ...memory!, content: 'Likes coffee', updatedAt: new Date(START + 2_000) });
    const [found] = await eventually(changed, (memories) => memories.length > 0, FOUND_MS);
    expect(found).toMatchObject({ id: memory!.id, content: 'Likes coffee' });
  });

  it('replaced a document by another finds that within ten seconds', async () => {
    const [gone] = await store(20);
    await recent(5);
    const foreign = storedMemory({ createdAt: new Date(START + 99) });
    deleteForeign(gone!.id);
    putForeign(foreign);
    await eventually(
      () => recent(5),
      ({ ids }) => ids[0] === foreign.id,
      FOUND_MS,
    );
    expect((await recent(100)).ids).not.toContain(gone!.id);
  });

  it('deleted all and made the namespace again shows nothing', async () => {
    await store(3);
    await recent();
    await opened.api.deleteNamespace(opened.namespace);
    expect(await recent()).toMatchObject({ ids: [], total: 0 });
    await opened.api.createNamespace(opened.namespace);
    expect(await recent()).toMatchObject({ ids: [], total: 0 });
  });

  it('upserts a memory whose reference another program wrote, once it is found', async () => {
    await store(2);
    await recent();
    const foreign = storedMemory({ sourceRef: 'note', createdAt: new Date(START + 5) });
    putForeign(foreign);
    const memory = aMemory({ sourceRef: 'note', content: 'Likes coffee' });
    const edits = new Map([[memory.id, anEdit({ content: 'Likes coffee' })]]);
    const upserts = { edits, act: actAt(9), refuseDeleted: false };
    const outcomes = await opened.backend.store(opened.namespace, [memory], { dedupe: false, upserts });
    expect(outcomes).toMatchObject([{ action: 'update', id: foreign.id }]);
  });
});

describe('a listing of what only this service writes', () => {
  it('reads no page again, whatever is written', async () => {
    const [memory, gone] = await store(5);
    await recent();
    // The first walk in the background.
    await eventually(pagesRead, (count) => count > 0);
    await recent();
    const before = pagesRead();
    await store(2);
    await opened.backend.edit(opened.namespace, memory!.id, anEdit({ content: 'Likes coffee' }), actAt(9));
    await opened.backend.delete(opened.namespace, gone!.id, actAt(9));
    expect(await recent()).toMatchObject({ total: 6 });
    expect((await recent()).contents).toContain('Likes coffee');
    expect(pagesRead()).toBe(before);
  });

  it('shows on each replica what the others wrote before', async () => {
    const replicas = [opened.backend, opened.newReplica(), opened.newReplica()];
    await Promise.all(replicas.map((replica) => recent(100, NO_FILTER, replica)));
    for (const [at, replica] of replicas.entries()) {
      const [memory] = await store(1, { content: `of ${at}` }, replica);
      const listings = await Promise.all(replicas.map((each) => recent(100, NO_FILTER, each)));
      for (const { ids } of listings) expect(ids).toContain(memory!.id);
    }
  });

  it('loses nothing while replicas write and list at once', async () => {
    const replicas = [opened.backend, opened.newReplica()];
    const work = replicas.flatMap((replica) =>
      Array.from({ length: 4 }, async () => {
        for (let round = 0; round < 5; round++) {
          const [memory, gone] = await store(2, {}, replica);
          expect((await recent(100, NO_FILTER, replica)).ids).toContain(memory!.id);
          await replica.delete(opened.namespace, gone!.id, actAt(9));
          expect((await recent(100, NO_FILTER, replica)).ids).not.toContain(gone!.id);
        }
      }),
    );
    await Promise.all(work);
    expect(await recent()).toMatchObject({ total: 40 });
  });

  it('shows what a process wrote that died before it could note that', async () => {
    await recent();
    opened.api.failNext('put', 'dies');
    const memory = aMemory();
    void opened.newReplica().store(opened.namespace, [memory], { dedupe: false });
    await eventually(
      () => opened.api.documents(opened.namespace).size,
      (size) => size === 1,
    );
    expect((await recent()).ids).toEqual([memory.id]);
    await opened.expireLeases();
    await opened.backend.pruneTombstones();
    expect((await recent()).ids).toEqual([memory.id]);
  });

  it('shows the writes of a unit while it runs, and not after it failed', async () => {
    await recent();
    const unit = opened.backend.unitOfWork(opened.namespace, {
      work: async () => {
        await store(2);
        expect(await recent()).toMatchObject({ total: 2 });
        throw new Error('fails');
      },
    });
    await expect(unit).rejects.toThrow('fails');
    expect(await recent()).toMatchObject({ ids: [], total: 0 });
  });
});

describe('a listing', () => {
  it('fails while the backend is away, even of nothing', async () => {
    await recent();
    opened.api.isAway = true;
    await expect(recent()).rejects.toMatchObject({ code: 'BackendUnavailable' });
  });

  it('reads every page of a server that does not count', async () => {
    opened.api.itemCount = null;
    const [memory] = await store(2);
    expect((await recent()).ids).toHaveLength(2);
    putForeign({ ...memory!, content: 'Likes coffee' });
    deleteForeign(memory!.id);
    putForeign(storedMemory());
    expect(await recent()).toMatchObject({ total: 2 });
  });

  it('learns how many more documents a server counts than it lists', async () => {
    await store(2);
    opened.api.itemCount = 5;
    for (let listing = 0; listing < 3; listing++) await recent();
    const before = pagesRead();
    expect(await recent()).toMatchObject({ total: 2 });
    expect(pagesRead()).toBe(before);
  });
});

type Step = { who: number; deed: 'store' | 'edit' | 'delete' | 'list' | 'put' | 'remove'; at: number };

describe('listings of replicas beside another program', () => {
  const steps: fc.Arbitrary<Step[]> = fc.array(
    fc.record({
      who: fc.nat(1),
      deed: fc.constantFrom<Step['deed']>('store', 'edit', 'delete', 'list', 'put', 'remove'),
      at: fc.nat(9),
    }),
    { maxLength: 12 },
  );

  async function take({ who, deed, at }: Step, replicas: readonly HttpBackend[]): Promise<void> {
    const replica = replicas[who]!;
    const ids = [...opened.api.documents(opened.namespace).keys()];
    const id = ids[at % Math.max(1, ids.length)] ?? uuidv7();
    if (deed === 'store') await store(1 + (at % 3), {}, replica);
    if (deed === 'edit') await replica.edit(opened.namespace, id, anEdit({ content: `${at}` }), actAt(at));
    if (deed === 'delete') await replica.delete(opened.namespace, id, actAt(at));
    if (deed === 'list') await recent(3, NO_FILTER, replica);
    if (deed === 'put') putForeign(storedMemory({ createdAt: new Date(START + at) }));
    if (deed === 'remove') deleteForeign(id);
  }

  it('show at the end what the backend has, once each', async () => {
    const replicas = [opened.backend, opened.newReplica()];
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        for (const step of all) await take(step, replicas);
        const expected = [...opened.api.documents(opened.namespace).keys()].sort();
        for (const replica of replicas) {
          const isWhole = ({ ids, total }: { ids: string[]; total: number }) =>
            total === expected.length && JSON.stringify(ids.toSorted()) === JSON.stringify(expected);
          await eventually(() => recent(1_000, NO_FILTER, replica), isWhole, FOUND_MS);
        }
      }),
      { numRuns: propertyCases(15) },
    );
  }, 180_000);
});
