import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { actAt, aMemory, anEdit, NO_FILTER } from '../../../test/support/memories';
import {
  BACKENDS,
  casesOn,
  openContractBackend,
  type ContractBackend,
} from '../../../test/support/contract-backends';
import { useBackend } from '../../../test/support/use-backend';

const DAY = 86_400_000;
const EVENING = actAt(10 * DAY);
const MORNING = actAt(11 * DAY);
const EXPIRE_ALL = { rules: [], retention: { fact: DAY, goal: DAY } };

const opened = {} as ContractBackend & { namespace: string };

async function store(count: number): Promise<string[]> {
  const stored = Array.from({ length: count }, () => aMemory());
  await opened.backend.store(opened.namespace, stored, { dedupe: false });
  return stored.map(({ id }) => id);
}

async function sweep(at = EVENING.at): Promise<string> {
  const sweepId = uuidv7();
  const request = { sweepId, policy: EXPIRE_ALL, at, dryRun: false, cap: null };
  await opened.backend.sweep(opened.namespace, request);
  return sweepId;
}

const undo = (sweepId: string, act = MORNING) => opened.backend.undoSweep(opened.namespace, sweepId, act);

describe.each(BACKENDS)('on the %s backend', (kind) => {
  useBackend(() => openContractBackend(kind), opened);

  describe('undoing a sweep', () => {
    it('restores what it expired, as a restoration does', async () => {
      const [id = ''] = await store(1);
      expect(await undo(await sweep())).toEqual({ restored: 1, skipped: 0 });
      const memory = await opened.backend.find(opened.namespace, id);
      expect(memory).toMatchObject({
        status: 'active',
        expiredAt: null,
        expiredBy: null,
        updatedAt: MORNING.at,
      });
      const [last] = (await opened.backend.history(opened.namespace, id)) ?? [];
      expect(last).toMatchObject({ event: 'restored', at: MORNING.at, by: 'demo', sessionId: 'sess_1' });
      // So that the next sweep does not expire it at once.
      await sweep(MORNING.at);
      expect(await opened.backend.find(opened.namespace, id)).toMatchObject({ status: 'active' });
    });

    it('brings back the past as it was: live, then expired, then live', async () => {
      await store(1);
      await undo(await sweep());
      const countAt = async (ms: number) =>
        (await opened.backend.asOf(opened.namespace, actAt(ms).at, NO_FILTER, { after: null, limit: 10 }))
          .memories.length;
      expect([await countAt(9 * DAY), await countAt(10.5 * DAY), await countAt(12 * DAY)]).toEqual([1, 0, 1]);
    });

    it('goes through more memories than a slice, and skips all of them the second time', async () => {
      await store(1_100);
      const sweepId = await sweep();
      expect(await undo(sweepId)).toEqual({ restored: 1_100, skipped: 0 });
      expect(await undo(sweepId)).toEqual({ restored: 0, skipped: 1_100 });
    });

    it('leaves alone memories that another sweep, or no sweep, expired', async () => {
      const [first = ''] = await store(1);
      const sweepId = await sweep();
      const [second = ''] = await store(1);
      await sweep();
      expect(await undo(sweepId)).toEqual({ restored: 1, skipped: 0 });
      expect(await opened.backend.find(opened.namespace, first)).toMatchObject({ status: 'active' });
      expect(await opened.backend.find(opened.namespace, second)).toMatchObject({ status: 'expired' });
      expect(await undo(uuidv7())).toEqual({ restored: 0, skipped: 0 });
    });

    it('of another namespace does nothing here', async () => {
      const [id = ''] = await store(1);
      const sweepId = await sweep();
      const other = await opened.newNamespace();
      expect(await opened.backend.undoSweep(other, sweepId, MORNING)).toEqual({ restored: 0, skipped: 0 });
      expect(await opened.backend.find(opened.namespace, id)).toMatchObject({ status: 'expired' });
      await expect(opened.backend.undoSweep('none', sweepId, MORNING)).rejects.toMatchObject({
        code: 'AgentNotFound',
      });
    });

    type Touch = 'edit' | 'restore' | 'delete' | 'again' | 'expire' | 'none';
    const touches: Record<Touch, (id: string) => Promise<unknown>> = {
      none: async () => undefined,
      // Keeps the stamp that it has.
      expire: (id) => opened.backend.expire(opened.namespace, id, 'manual', actAt(10 * DAY + 1)),
      edit: (id) => opened.backend.edit(opened.namespace, id, anEdit({ tags: ['x'] }), actAt(10 * DAY + 1)),
      delete: (id) => opened.backend.delete(opened.namespace, id, actAt(10 * DAY + 1)),
      restore: (id) => opened.backend.restore(opened.namespace, id, actAt(10 * DAY + 1)),
      again: async (id) => {
        await opened.backend.restore(opened.namespace, id, actAt(10 * DAY + 1));
        await opened.backend.expire(opened.namespace, id, 'manual', EVENING);
      },
    };
    const kinds = fc.constantFrom<Touch>('none', 'expire', 'edit', 'restore', 'delete', 'again');

    it('skips exactly what was touched since, however', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(kinds, { maxLength: 12 }), async (taken) => {
          opened.namespace = await opened.newNamespace();
          const ids = await store(taken.length);
          const sweepId = await sweep();
          for (const [n, kind] of taken.entries()) await touches[kind](ids[n]!);
          const before = await Promise.all(ids.map((id) => opened.backend.find(opened.namespace, id)));
          const isUntouched = (n: number) => taken[n] === 'none' || taken[n] === 'expire';
          const untouched = taken.filter((_, n) => isUntouched(n)).length;
          expect(await undo(sweepId)).toEqual({ restored: untouched, skipped: taken.length - untouched });
          for (const [n, id] of ids.entries()) {
            const now = await opened.backend.find(opened.namespace, id);
            if (isUntouched(n)) expect(now).toMatchObject({ status: 'active', updatedAt: MORNING.at });
            else expect(now).toEqual(before[n]);
          }
        }),
        { numRuns: casesOn(kind, 30) },
      );
    });

    it('at the same time twice, and beside edits, restores each memory once and no touched one', async () => {
      const ids = await store(100);
      const sweepId = await sweep();
      const [undone] = await Promise.all([
        Promise.all([undo(sweepId), undo(sweepId)]),
        Promise.all(
          ids
            .filter((_, n) => n % 3 === 0)
            .map((id) => opened.backend.edit(opened.namespace, id, anEdit({ tags: ['x'] }), actAt(12 * DAY))),
        ),
      ]);
      const histories = await Promise.all(ids.map((id) => opened.backend.history(opened.namespace, id)));
      const events = histories.map((entries) => entries?.map(({ event }) => event).toReversed() ?? []);
      const restored = events.filter((each) => each.includes('restored'));
      expect(undone.reduce((sum, each) => sum + each.restored, 0)).toBe(restored.length);
      for (const each of restored) {
        expect(each.filter((event) => event === 'restored')).toHaveLength(1);
        // An edit may come after the restoration, and never before it.
        expect(each.indexOf('restored')).toBe(2);
      }
      expect(undone.every((each) => each.restored + each.skipped === 100)).toBe(true);
    });
  });
});
