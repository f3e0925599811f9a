import { uuidv7 } from 'uuidv7';
import { aMemory, anEdit, NO_FILTER, START } from '../../../../test/support/memories';
import { openHttpBackend } from '../../../../test/support/open-http-backend';
import type { ExpiryPolicy } from '../../expiry-policy';
import type { WholeBackend } from '../../../../test/support/backend';
import { useBackend } from '../../../../test/support/use-backend';
import type { PurgeOutcome, SweepOutcome, SweepRequest } from '../../memory-lifecycle';

const DAY = 86_400_000;
const NOW = new Date(START + 400 * DAY);
const actNow = { at: NOW, sessionId: null, by: 'policy' };
const EXPIRE_FACTS: ExpiryPolicy = { rules: [], retention: { fact: DAY } };

const opened = useBackend(openHttpBackend);

beforeEach(async () => {
  opened.api.pageSize = 100;
});

afterEach(async () => {
  opened.api.isAway = false;
  opened.api.cursed.clear();
  opened.api.beforePut = () => Promise.resolve();
});

function sweep(
  request: Partial<SweepRequest> = {},
  backend: WholeBackend = opened.backend,
): Promise<SweepOutcome> {
  const sweepId = request.dryRun ? null : uuidv7();
  const rest = { policy: EXPIRE_FACTS, at: NOW, dryRun: false, cap: null };
  return backend.sweep(opened.namespace, { sweepId, ...rest, ...request });
}

function purge(expiredUntil: Date): Promise<PurgeOutcome> {
  return opened.backend.purge(opened.namespace, { expiredUntil, dryRun: false, act: actNow });
}

async function store(count: number, fields: Parameters<typeof aMemory>[0] = {}): Promise<string[]> {
  const memories = Array.from({ length: count }, () => aMemory(fields));
  for (let at = 0; at < count; at += 100) {
    await opened.backend.store(opened.namespace, memories.slice(at, at + 100), { dedupe: false });
  }
  return memories.map(({ id }) => id);
}

async function states() {
  const { memories } = await opened.backend.page(opened.namespace, NO_FILTER, null, 10_000);
  return new Map(memories.map((memory) => [memory.id, memory]));
}

async function expiredIds(): Promise<string[]> {
  return [...(await states()).values()].filter(({ status }) => status === 'expired').map(({ id }) => id);
}

const eventsOf = async (id: string) =>
  (await opened.backend.history(opened.namespace, id))?.map(({ event }) => event) ?? null;

describe('a sweep', () => {
  it('goes on without a memory that the backend does not take, and names it', async () => {
    const ids = await store(7);
    opened.api.cursed.add(ids[3]!);
    const swept = await sweep();
    expect(swept).toMatchObject({ scanned: 7, matched: 7, expired: 6 });
    expect(swept.errors).toEqual([{ memoryId: ids[3], error: 'the backend did not take it' }]);
    expect(await eventsOf(ids[3]!)).toEqual(['created']);
    expect((await expiredIds()).sort()).toEqual(ids.filter((id) => id !== ids[3]).sort());
  });

  it.each(['after', 'middle', 'before', 'half refused'] as const)(
    'counts each once when an answer is lost (%s)',
    async (failure) => {
      const ids = await store(6);
      opened.api.failNext('put', failure);
      const sweepId = uuidv7();
      expect(await sweep({ sweepId })).toMatchObject({ matched: 6, expired: 6, errors: [] });
      for (const id of ids) expect(await eventsOf(id)).toEqual(['expired', 'created']);
      expect(await opened.backend.undoSweep(opened.namespace, sweepId, actNow)).toEqual({
        restored: 6,
        skipped: 0,
      });
    },
  );

  it('ends where the backend is away, and the next one finishes', async () => {
    const ids = await store(250);
    let puts = 0;
    opened.api.beforePut = async () => {
      if (++puts === 2) opened.api.isAway = true;
    };
    await expect(sweep()).rejects.toMatchObject({ code: 'BackendUnavailable' });
    opened.api.isAway = false;
    expect(await expiredIds()).toHaveLength(100);
    opened.api.beforePut = () => Promise.resolve();
    expect(await sweep()).toMatchObject({ alreadyExpired: 100, expired: 150 });
    for (const id of [ids[0]!, ids[249]!]) expect(await eventsOf(id)).toEqual(['expired', 'created']);
    await opened.backend.pruneTombstones();
    expect(await opened.countOpen()).toBe(0);
  });

  it('leaves alone what is changed after it was judged', async () => {
    const ids = await store(3);
    const replica = opened.newReplica();
    const edited = new Set<string>();
    // Between the reading of the pages and the writing of the batch.
    const pages = opened.api.pages.bind(opened.api);
    opened.api.pages = async function* (name: string) {
      yield* pages(name);
      if (edited.size > 0) return;
      edited.add(ids[1]!);
      // Even where it would still be due.
      const act = { ...actNow, at: new Date(NOW.getTime() - 100 * DAY) };
      await replica.edit(opened.namespace, ids[1]!, anEdit({ content: 'kept' }), act);
    };
    try {
      expect(await sweep()).toMatchObject({ matched: 3, expired: 2, errors: [] });
    } finally {
      opened.api.pages = pages;
    }
    expect((await states()).get(ids[1]!)).toMatchObject({ content: 'kept', status: 'active' });
  });

  it('loses no edit of those who go on meanwhile', async () => {
    const ids = await store(60);
    opened.api.pageSize = 10;
    const replica = opened.newReplica();
    const act = { ...actNow, at: new Date(NOW.getTime() - 2 * DAY) };
    const edits = ids
      .filter((_, n) => n % 3 === 0)
      .map((id) => replica.edit(opened.namespace, id, anEdit({ content: `edited ${id}` }), act));
    const [swept] = await Promise.all([sweep(), ...edits]);
    expect(swept.errors).toEqual([]);
    const after = await states();
    for (const [n, id] of ids.entries()) {
      const memory = after.get(id);
      expect(memory?.content).toBe(n % 3 === 0 ? `edited ${id}` : 'Likes tea');
      const events = await eventsOf(id);
      expect(events?.filter((event) => event === 'expired')).toHaveLength(
        memory?.status === 'expired' ? 1 : 0,
      );
      expect(events?.filter((event) => event === 'edited')).toHaveLength(n % 3 === 0 ? 1 : 0);
    }
    expect(await expiredIds()).toHaveLength(swept.expired);
    expect(await opened.countOpen()).toBe(0);
  });

  it('leaves alone documents of unknown age', async () => {
    const document = {
      id: 'old',
      text: 'Of unknown age',
      metadata: { memory_type: 'fact' },
      createdAt: null,
    };
    opened.api.documents(opened.namespace).set('old', document);
    expect(await sweep()).toMatchObject({ scanned: 1, matched: 0, expired: 0 });
  });

  it('lists the first of its matches by their ids, and counts all', async () => {
    const ids = await store(1_100);
    const swept = await sweep({ dryRun: true });
    expect(swept.matched).toBe(1_100);
    expect(swept.memories.map(({ id }) => id)).toEqual(ids.toSorted().slice(0, 1_000));
  });
});

describe('the undoing of a sweep', () => {
  it('knows of what the sweep left open when its process died', async () => {
    await store(4);
    const sweepId = uuidv7();
    opened.api.failNext('put', 'dies');
    void sweep({ sweepId }, opened.newReplica());
    while ((await expiredIds()).length < 4) await new Promise(setImmediate);
    await opened.expireLeases();
    expect(await opened.backend.undoSweep(opened.namespace, sweepId, actNow)).toEqual({
      restored: 4,
      skipped: 0,
    });
    expect(await expiredIds()).toEqual([]);
  });

  it('goes through more than a batch', async () => {
    await store(230);
    const sweepId = uuidv7();
    await sweep({ sweepId });
    expect(await opened.backend.undoSweep(opened.namespace, sweepId, actNow)).toEqual({
      restored: 230,
      skipped: 0,
    });
    expect(await expiredIds()).toEqual([]);
  });
});

describe('a purge', () => {
  it('goes on without a memory that the backend does not let go, and names it', async () => {
    const ids = await store(5, { content: 'gone' });
    await sweep();
    opened.api.cursed.add(ids[2]!);
    const purged = await purge(NOW);
    expect(purged).toMatchObject({ matched: 5, purged: 4 });
    expect(purged.errors).toEqual([{ memoryId: ids[2], error: 'the backend did not take it' }]);
    expect([...(await states()).keys()]).toEqual([ids[2]]);
    expect(await eventsOf(ids[0]!)).toEqual(['deleted', 'expired', 'created']);
  });

  it.each(['after', 'middle', 'before', 'half refused'] as const)(
    'counts each once when an answer is lost (%s)',
    async (failure) => {
      await store(6);
      await sweep();
      opened.api.failNext('delete', failure);
      expect(await purge(NOW)).toMatchObject({ matched: 6, purged: 6, errors: [] });
      expect(opened.api.documents(opened.namespace).size).toBe(0);
      expect(await opened.countOpen()).toBe(0);
    },
  );

  it('of several at once deletes each memory once, and counts it once', async () => {
    await store(150);
    await sweep();
    const replica = opened.newReplica();
    const request = { expiredUntil: NOW, dryRun: false, act: actNow };
    const all = await Promise.all([purge(NOW), purge(NOW), replica.purge(opened.namespace, request)]);
    expect(all.reduce((sum, { purged }) => sum + purged, 0)).toBe(150);
    expect(all.flatMap(({ errors }) => errors)).toEqual([]);
  });

  it('leaves alone what is restored after it was read', async () => {
    const ids = await store(3);
    await sweep();
    const pages = opened.api.pages.bind(opened.api);
    opened.api.pages = async function* (name: string) {
      yield* pages(name);
      await opened.newReplica().restore(opened.namespace, ids[0]!, actNow);
    };
    try {
      expect(await purge(NOW)).toMatchObject({ matched: 3, purged: 2 });
    } finally {
      opened.api.pages = pages;
    }
    expect([...(await states()).keys()]).toEqual([ids[0]]);
  });
});
