import { uuidv7 } from 'uuidv7';
import { actAt, aMemory, anEdit, NO_FILTER } from '../../../test/support/memories';
import { BACKENDS, openContractBackend, type ContractBackend } from '../../../test/support/contract-backends';
import { useBackend } from '../../../test/support/use-backend';
import type { NewMemory } from '../memory';
import type { PurgeRequest } from '../memory-lifecycle';

const DAY = 86_400_000;
const NOW = actAt(100 * DAY);

const opened = {} as ContractBackend & { namespace: string };

async function store(contents: readonly string[]): Promise<string[]> {
  const stored = contents.map((content) => aMemory({ content }));
  await opened.backend.store(opened.namespace, stored, { dedupe: false });
  return stored.map(({ id }) => id);
}

const expire = (id: string, day: number) =>
  opened.backend.expire(opened.namespace, id, 'manual', actAt(day * DAY));
const purge = (request: Partial<PurgeRequest> = {}) =>
  opened.backend.purge(opened.namespace, {
    expiredUntil: actAt(50 * DAY).at,
    dryRun: false,
    act: { ...NOW, sessionId: null, by: 'demo' },
    ...request,
  });
const left = async () => (await opened.backend.page(opened.namespace, NO_FILTER, null, 10_000)).memories;
/** All that there are, at once, a day after their creation. */
async function expireAll(): Promise<void> {
  const policy = { rules: [], retention: { fact: DAY } };
  const request = { sweepId: uuidv7(), policy, at: actAt(DAY).at, dryRun: false, cap: null };
  await opened.backend.sweep(opened.namespace, request);
}
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `memory ${n}`);

describe.each(BACKENDS)('on the %s backend', (kind) => {
  useBackend(() => openContractBackend(kind), opened);

  describe('a purge', () => {
    it('deletes what expired at its limit or before, and nothing else', async () => {
      const [before = '', at = '', after = '', active = ''] = await store(numbered(4));
      await expire(before, 49);
      await expire(at, 50);
      await opened.backend.expire(opened.namespace, after, 'manual', actAt(50 * DAY + 1));
      const listed = [
        { id: before, title: 'memory 0', expiredAt: actAt(49 * DAY).at, expiredBy: 'manual' },
        { id: at, title: 'memory 1', expiredAt: actAt(50 * DAY).at, expiredBy: 'manual' },
      ];
      const foreseen = await purge({ dryRun: true });
      expect(foreseen).toEqual({ matched: 2, purged: 0, memories: listed, errors: [] });
      expect(await left()).toHaveLength(4);
      expect(await purge()).toEqual({ ...foreseen, purged: 2 });
      expect((await left()).map(({ id }) => id)).toEqual([after, active]);
      expect(await purge()).toEqual({ matched: 0, purged: 0, memories: [], errors: [] });
    });

    it('leaves of a memory its creation and deletion, and not what it said', async () => {
      const [id = ''] = await store(['Likes tea']);
      await opened.backend.edit(opened.namespace, id, anEdit({ content: 'Likes green tea' }), actAt(1));
      await expire(id, 1);
      await purge();
      const history = await opened.backend.history(opened.namespace, id);
      expect(history?.map(({ event, former }) => [event, former])).toEqual([
        ['deleted', null],
        ['expired', null],
        ['edited', null],
        ['created', null],
      ]);
      expect(history?.[0]).toMatchObject({ at: NOW.at, by: 'demo', sessionId: null });
    });

    it('goes through more memories than a slice, lists the first thousand and counts all', async () => {
      const ids = await store(numbered(1_100));
      await expireAll();
      const outcome = await purge();
      expect(outcome).toMatchObject({ matched: 1_100, purged: 1_100, errors: [] });
      expect(outcome.memories.map(({ id }) => id)).toEqual(ids.toSorted().slice(0, 1_000));
      expect(await left()).toEqual([]);
    });

    it('of a namespace that is not there is refused', async () => {
      opened.namespace = 'space_none';
      await expect(purge()).rejects.toMatchObject({ code: 'AgentNotFound' });
    });

    it('beside restorations deletes no active memory, and counts what it deletes', async () => {
      const ids = await store(numbered(100));
      await expireAll();
      const [outcomes, restored] = await Promise.all([
        Promise.all([purge(), purge()]),
        Promise.all(
          ids.map(async (id, n) => (n % 2 ? opened.backend.restore(opened.namespace, id, NOW) : null)),
        ),
      ]);
      const memories = await left();
      expect(outcomes.reduce((sum, { purged }) => sum + purged, 0)).toBe(100 - memories.length);
      for (const [n, id] of ids.entries()) {
        if (restored[n] !== 'expired') continue;
        // It was there to be restored, so it was not deleted before, and may not be after.
        expect(memories.find((memory) => memory.id === id)).toMatchObject({ status: 'active' });
      }
    });
  });

  describe('content that was deleted for good', () => {
    const store2 = (contents: readonly string[], options: { dedupe: boolean; refuseDeleted: boolean }) => {
      const memories: NewMemory[] = contents.map((content) => aMemory({ content }));
      return opened.backend.store(opened.namespace, memories, options);
    };
    const actionsOf = async (contents: readonly string[], options = { dedupe: true, refuseDeleted: true }) =>
      (await store2(contents, options)).map(({ action }) => action);

    it('by a delete or a purge is refused where the caller asks for that, in other case and spacing too', async () => {
      const [deleted = '', purged = ''] = await store(['Likes tea', 'Likes coffee']);
      await opened.backend.delete(opened.namespace, deleted, actAt(1));
      await expire(purged, 1);
      await purge();
      const contents = [' likes  TEA', 'Likes coffee', 'Likes water', 'Likes water'];
      expect(await actionsOf(contents, { dedupe: false, refuseDeleted: true })).toEqual([
        'rejected',
        'rejected',
        'store',
        'store',
      ]);
      expect((await left()).map(({ content }) => content)).toEqual(['Likes water', 'Likes water']);
    });

    it('may be stored by an explicit wish, and is a duplicate then', async () => {
      const [id = ''] = await store(['Likes tea']);
      await opened.backend.delete(opened.namespace, id, actAt(1));
      const [back = ''] = await store(['Likes tea']);
      const [outcome] = await store2(['likes tea'], { dedupe: true, refuseDeleted: true });
      expect(outcome).toEqual({ action: 'duplicate', id: back, type: 'fact' });
    });

    it('elsewhere is not refused here', async () => {
      const [id = ''] = await store(['Likes tea']);
      await opened.backend.delete(opened.namespace, id, actAt(1));
      opened.namespace = await opened.newNamespace();
      expect(await actionsOf(['Likes tea'])).toEqual(['store']);
    });

    it('is not refused once its namespace was dropped', async () => {
      const [id = ''] = await store(['Likes tea']);
      await opened.backend.delete(opened.namespace, id, actAt(1));
      await opened.backend.dropNamespace(opened.namespace);
      await opened.backend.createNamespace(opened.namespace, NOW.at);
      expect(await actionsOf(['Likes tea'])).toEqual(['store']);
    });

    it('and was merely expired is not refused', async () => {
      const [id = ''] = await store(['Likes tea']);
      await expire(id, 1);
      expect(await actionsOf(['Likes tea'])).toEqual(['store']);
    });

    it('beside edits leaves nothing of what it said before', async () => {
      const ids = await store(numbered(20));
      await Promise.all(
        ids.flatMap((id, n) => [
          opened.backend.edit(opened.namespace, id, anEdit({ title: `title ${n}` }), actAt(1)),
          opened.backend.delete(opened.namespace, id, actAt(2)),
          opened.backend.edit(opened.namespace, id, anEdit({ content: `content ${n}` }), actAt(3)),
        ]),
      );
      expect(await left()).toEqual([]);
    });
  });
});
