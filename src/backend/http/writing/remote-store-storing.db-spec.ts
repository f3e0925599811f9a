import type { FakeFailure } from '../../../../test/support/fake-backend-api';
import { actAt, aMemory, anEdit, START } from '../../../../test/support/memories';
import { openHttpBackend } from '../../../../test/support/open-http-backend';
import { useBackend } from '../../../../test/support/use-backend';
import type { NewMemory } from '../../memory';

const UNAVAILABLE = { code: 'BackendUnavailable' };

const opened = useBackend(openHttpBackend);

afterEach(async () => {
  opened.api.isAway = false;
  opened.api.lag = 0;
  expect(await opened.countOpen()).toBe(0);
});

async function stored(fields: Parameters<typeof aMemory>[0] = {}): Promise<string> {
  const memory = aMemory(fields);
  await opened.backend.store(opened.namespace, [memory], { dedupe: false });
  return memory.id;
}

const edit = (id: string, content: string, ms = 1): Promise<boolean> =>
  opened.backend.edit(opened.namespace, id, anEdit({ content }), actAt(ms));

const contentOf = async (id: string) => (await opened.backend.find(opened.namespace, id))?.content ?? null;

/** What the history tells, oldest first: the contents before edits, and other events. */
async function eventsOf(id: string, backend = opened.backend): Promise<unknown[] | null> {
  const entries = await backend.history(opened.namespace, id);
  return entries && entries.toReversed().map(({ event, former }) => former?.content ?? event);
}

describe('a store of several', () => {
  const several = () => [aMemory(), aMemory(), aMemory(), aMemory()];
  const store = (memories: NewMemory[], backend = opened.backend) =>
    backend.store(opened.namespace, memories, { dedupe: false });

  it.each<FakeFailure>(['before', 'middle', 'refused', 'half refused'])(
    'that fails (%s) stores none',
    async (failure) => {
      opened.api.failNext('put', failure);
      const memories = several();
      await expect(store(memories)).rejects.toMatchObject(UNAVAILABLE);
      expect(opened.api.documents(opened.namespace).size).toBe(0);
      for (const { id } of memories) expect(await eventsOf(id)).toBeNull();
    },
  );

  it('of which two have one id stores none', async () => {
    const twice = aMemory();
    await expect(store([aMemory(), twice, twice])).rejects.toThrow();
    expect(opened.api.documents(opened.namespace).size).toBe(0);
  });

  it('that cannot be undone either is in the history as far as it was stored', async () => {
    opened.api.failNext('put', 'middle');
    opened.api.failNext('delete', 'before');
    const memories = several();
    await expect(store(memories)).rejects.toMatchObject(UNAVAILABLE);
    const histories = [];
    for (const { id } of memories) histories.push(await eventsOf(id));
    expect(histories).toEqual([['created'], ['created'], null, null]);
    expect(await opened.backend.countCreatedInSession(opened.namespace, 'sess_1', new Date(START))).toBe(2);
  });

  it('counts for its session only what was stored', async () => {
    opened.api.failNext('put', 'middle');
    opened.api.failNext('delete', 'before');
    await expect(store(several())).rejects.toMatchObject(UNAVAILABLE);
    expect(await opened.backend.countCreatedInSession(opened.namespace, 'sess_1', new Date(START))).toBe(2);
  });

  it('that is repeated after an unknown outcome stores each once, and leaves alone what was edited since', async () => {
    const memories = several();
    opened.api.failNext('put', 'after');
    opened.api.failNext('delete', 'before');
    opened.api.beforePut = async () => opened.api.failNext('get', 'before');
    await expect(store(memories)).rejects.toMatchObject(UNAVAILABLE);
    opened.api.beforePut = () => Promise.resolve();
    await edit(memories[0]!.id, 'edited');
    const outcomes = await store(memories, opened.newReplica());
    expect(outcomes.map(({ action }) => action)).toEqual(['store', 'store', 'store', 'store']);
    expect(await eventsOf(memories[0]!.id)).toEqual(['created', 'Likes tea']);
    expect(await eventsOf(memories[1]!.id)).toEqual(['created']);
    expect(await contentOf(memories[0]!.id)).toBe('edited');
    expect(opened.api.documents(opened.namespace).size).toBe(4);
  });

  it('that is repeated with dedupe is no duplicate of itself', async () => {
    const memory = aMemory();
    const all = [memory];
    for (let n = 0; n < 2; n++) {
      const outcomes = await opened.backend.store(opened.namespace, all, { dedupe: true });
      expect(outcomes).toEqual([{ action: 'store', id: memory.id, type: 'fact' }]);
    }
    expect(await eventsOf(memory.id)).toEqual(['created']);
  });
});

describe('many at once', () => {
  it('edit one memory, and every edit is in its history', async () => {
    const id = await stored({ content: 'n' });
    const replicas = [opened.backend, opened.newReplica()];
    const contents = Array.from({ length: 24 }, (_, n) => `edit ${n}`);
    await Promise.all(
      contents.map((content, n) =>
        replicas[n % 2]!.edit(opened.namespace, id, anEdit({ content }), actAt(1)),
      ),
    );
    const [created, first, ...former] = (await eventsOf(id)) ?? [];
    expect([created, first]).toEqual(['created', 'n']);
    expect([...former, await contentOf(id)].sort()).toEqual(contents.sort());
    const entries = await opened.backend.history(opened.namespace, id);
    const times = entries!.flatMap(({ former: values }) => (values ? [String(values.updated_at)] : []));
    expect(new Set(times).size).toBe(24);
  });

  it('store the same with dedupe, and it is stored once', async () => {
    const replicas = [opened.backend, opened.newReplica()];
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        replicas[n % 2]!.store(opened.namespace, [aMemory({ content: n % 2 ? 'Tea ' : 'tea' })], {
          dedupe: true,
        }),
      ),
    );
    expect(outcomes.flat().filter(({ action }) => action === 'store')).toHaveLength(1);
    expect(new Set(outcomes.flat().map(({ id }) => id)).size).toBe(1);
    expect(opened.api.documents(opened.namespace).size).toBe(1);
  });

  it('repeat one store, and it is stored once', async () => {
    const replicas = [opened.backend, opened.newReplica()];
    const memories = [aMemory(), aMemory()];
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        replicas[n % 2]!.store(opened.namespace, memories, { dedupe: false }),
      ),
    );
    for (const { id } of memories) expect(await eventsOf(id)).toEqual(['created']);
  });

  it('delete one memory, and one of them did', async () => {
    const id = await stored();
    const replicas = [opened.backend, opened.newReplica()];
    const deletions = Array.from({ length: 8 }, (_, n) =>
      replicas[n % 2]!.delete(opened.namespace, id, actAt(1)),
    );
    expect((await Promise.all(deletions)).filter(Boolean)).toHaveLength(1);
    expect(await eventsOf(id)).toEqual(['created', 'deleted']);
  });
});

describe('an upsert', () => {
  const upsert = (...memories: NewMemory[]) => {
    const edits = new Map(memories.map(({ id, content }) => [id, anEdit({ content })]));
    const upserts = { edits, act: actAt(5), refuseDeleted: true };
    return opened.backend.store(opened.namespace, memories, { dedupe: false, upserts });
  };

  it('of an id that an earlier try stored leaves that memory as it is', async () => {
    const memory = aMemory({ sourceRef: 'r' });
    const [first, again] = [await upsert(memory), await upsert(memory)];
    expect(again).toEqual(first);
    expect(await eventsOf(memory.id)).toEqual(['created']);
  });

  it('that fails undoes the others of its call', async () => {
    const id = await stored({ sourceRef: 'r', content: 'Before' });
    const fresh = aMemory({ sourceRef: 's' });
    opened.api.failNext('put', 'after', 'refused');
    await expect(upsert(fresh, aMemory({ sourceRef: 'r', content: 'After' }))).rejects.toMatchObject(
      UNAVAILABLE,
    );
    expect(await contentOf(id)).toBe('Before');
    expect(await contentOf(fresh.id)).toBeNull();
    expect(await eventsOf(id)).toEqual(['created']);
  });
});
