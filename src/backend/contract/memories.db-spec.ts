import * as fc from 'fast-check';
import {
  BACKENDS,
  casesOn,
  openContractBackend,
  type ContractBackend,
} from '../../../test/support/contract-backends';
import { actAt, aMemory, anEdit, NO_FILTER, START } from '../../../test/support/memories';
import { useBackend } from '../../../test/support/use-backend';
import type { Memory } from '../memory';
import type { MemoryEdit } from '../memory-edit';

const ALL = 1_000;
const at = (ms: number) => new Date(START + ms);

const opened = {} as ContractBackend & { namespace: string };

describe.each(BACKENDS)('on the %s backend', (kind) => {
  useBackend(() => openContractBackend(kind), opened);

  describe('a namespace', () => {
    it('that exists is adopted with its memories', async () => {
      await opened.backend.store(opened.namespace, [aMemory()], { dedupe: false });
      await opened.backend.createNamespace(opened.namespace, at(1));
      expect((await opened.backend.countMemories([opened.namespace])).get(opened.namespace)).toBe(1);
    });

    it('that does not exist takes no memories', async () => {
      const stored = opened.backend.store('space_none', [aMemory()], { dedupe: false });
      await expect(stored).rejects.toMatchObject({ code: 'AgentNotFound' });
    });

    it('that does not exist takes none with dedupe either', async () => {
      const stored = opened.backend.store('space_none', [aMemory()], { dedupe: true });
      await expect(stored).rejects.toMatchObject({ code: 'AgentNotFound' });
    });

    it('that does not exist lists and counts nothing', async () => {
      expect(await opened.backend.recent('space_none', NO_FILTER, ALL)).toEqual({ memories: [], total: 0 });
      expect((await opened.backend.countMemories(['space_none'])).get('space_none') ?? 0).toBe(0);
    });

    it('that is gone counts as dropped', async () => {
      await opened.backend.dropNamespace(opened.namespace);
      await expect(opened.backend.dropNamespace(opened.namespace)).resolves.toBeUndefined();
    });

    it('loses its memories and their history when dropped', async () => {
      const memory = aMemory();
      await opened.backend.store(opened.namespace, [memory], { dedupe: false });
      await opened.backend.edit(opened.namespace, memory.id, anEdit({ content: 'new' }), actAt(1));
      await opened.backend.dropNamespace(opened.namespace);
      await opened.backend.createNamespace(opened.namespace, at(2));
      expect(await opened.backend.find(opened.namespace, memory.id)).toBeNull();
      expect(await opened.backend.history(opened.namespace, memory.id)).toBeNull();
    });

    it('counts active and expired memories', async () => {
      const memories = [aMemory(), aMemory(), aMemory()];
      await opened.backend.store(opened.namespace, memories, { dedupe: false });
      await opened.backend.expire(opened.namespace, memories[0]!.id, 'manual', actAt(1));
      expect(
        (await opened.backend.countMemories([opened.namespace, 'space_none'])).get(opened.namespace),
      ).toBe(3);
    });
  });

  describe('the history of a memory', () => {
    it('shows what it was before an edit, times as the interface shows them', async () => {
      const memory = aMemory({ createdAt: at(680) });
      await opened.backend.store(opened.namespace, [memory], { dedupe: false });
      await opened.backend.edit(opened.namespace, memory.id, anEdit({ confidence: 0.5 }), actAt(1_000));
      const [edited] = (await opened.backend.history(opened.namespace, memory.id)) ?? [];
      expect(edited?.former).toEqual({ confidence: 0.8, updated_at: at(680).toISOString() });
    });
  });

  describe('the number of memories that a session created', () => {
    it('includes those deleted since, and leaves out those of other sessions', async () => {
      const memories = [aMemory(), aMemory(), aMemory({ sessionId: 'sess_2' })];
      await opened.backend.store(opened.namespace, memories, { dedupe: false });
      await opened.backend.delete(opened.namespace, memories[0]!.id, actAt(1));
      expect(await opened.backend.countCreatedInSession(opened.namespace, 'sess_1', at(0))).toBe(2);
    });
  });

  describe('a store that fails', () => {
    it('stores none of its memories', async () => {
      const twice = aMemory();
      await expect(
        opened.backend.store(opened.namespace, [aMemory(), twice, twice], { dedupe: false }),
      ).rejects.toThrow();
      expect((await opened.backend.recent(opened.namespace, NO_FILTER, ALL)).total).toBe(0);
    });
  });

  describe('updated_at', () => {
    it('moves also when the clock stands still or runs back', async () => {
      const memory = aMemory({ createdAt: at(10) });
      await opened.backend.store(opened.namespace, [memory], { dedupe: false });
      await opened.backend.edit(opened.namespace, memory.id, anEdit({ content: 'a' }), actAt(10));
      await opened.backend.edit(opened.namespace, memory.id, anEdit({ content: 'b' }), actAt(5));
      expect((await opened.backend.find(opened.namespace, memory.id))?.updatedAt).toEqual(at(12));
    });
  });

  describe('a write without a given time', () => {
    it("gets that of the service's database, and so does its history", async () => {
      const act = { ...actAt(0), at: null };
      const before = await opened.database.now();
      const memory = { ...aMemory(), createdAt: null };
      await opened.backend.store(opened.namespace, [memory], { dedupe: false });
      await opened.backend.edit(opened.namespace, memory.id, anEdit({ content: 'new' }), act);
      const stamp = await opened.backend.expire(opened.namespace, memory.id, 'manual', act);
      await opened.backend.restore(opened.namespace, memory.id, act);
      await opened.backend.noteResolved(opened.namespace, [memory.id], act);
      const found = await opened.backend.find(opened.namespace, memory.id);
      await opened.backend.delete(opened.namespace, memory.id, act);
      const after = await opened.database.now();
      const entries = (await opened.backend.history(opened.namespace, memory.id)) ?? [];
      expect(entries).toHaveLength(6);
      // A change within the millisecond of the one before it moves its time on by one.
      const latest = after.getTime() + 2;
      for (const time of [
        found?.createdAt,
        found?.updatedAt,
        stamp?.expiredAt,
        ...entries.map((each) => each.at),
      ]) {
        expect(time?.getTime()).toBeGreaterThanOrEqual(before.getTime());
        expect(time?.getTime()).toBeLessThanOrEqual(latest);
      }
    });
  });

  type Act =
    | { kind: 'store' }
    | { kind: 'edit'; target: number; edit: Partial<MemoryEdit> }
    | { kind: 'expire' | 'restore'; target: number };

  const target = fc.nat({ max: 20 });
  const edits: fc.Arbitrary<Partial<MemoryEdit>> = fc.record(
    {
      content: fc.constantFrom('first words', 'other words', 'x'.repeat(60)),
      title: fc.constantFrom('Given', 'Another'),
      type: fc.constantFrom('goal', 'event'),
      confidence: fc.constantFrom(0, 0.25, 1),
      tags: fc.subarray(['a', 'b']),
      source: fc.constantFrom('ci', 'me'),
      sourceRef: fc.constantFrom('r1', 'r2'),
    },
    { requiredKeys: [] },
  );
  const acts: fc.Arbitrary<Act> = fc.oneof(
    fc.record({ kind: fc.constant('store' as const) }),
    fc.record({ kind: fc.constant('edit' as const), target, edit: edits }),
    fc.record({ kind: fc.constantFrom('expire' as const, 'restore' as const), target }),
  );

  async function take(act: Act, space: string, ids: string[], ms: number): Promise<void> {
    const id = 'target' in act ? ids[act.target % Math.max(1, ids.length)] : undefined;
    if (act.kind === 'store' || id === undefined) {
      const memory = aMemory({ createdAt: at(ms) });
      await opened.backend.store(space, [memory], { dedupe: false });
      ids.push(memory.id);
    } else if (act.kind === 'edit') {
      await opened.backend.edit(space, id, anEdit(act.edit), actAt(ms));
    } else {
      await (act.kind === 'expire'
        ? opened.backend.expire(space, id, 'manual', actAt(ms))
        : opened.backend.restore(space, id, actAt(ms)));
    }
  }

  describe('the listing of a past instant', () => {
    it('is what the listing of the present was then, after any sequence of acts', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(acts, { minLength: 1, maxLength: 12 }), async (taken) => {
          const space = await opened.newNamespace();
          const ids: string[] = [];
          const seen: unknown[] = [];
          // Whether a title was derived is not shown, and not kept for the past.
          const shown = (memories: Memory[]) => memories.map((memory) => ({ ...memory, titleDerived: null }));
          for (const [i, act] of taken.entries()) {
            await take(act, space, ids, i * 10);
            seen.push(
              shown((await opened.backend.recent(space, { ...NO_FILTER, status: 'active' }, ALL)).memories),
            );
          }
          for (const [i, then] of seen.entries()) {
            const page = await opened.backend.asOf(space, at(i * 10 + 5), NO_FILTER, {
              after: null,
              limit: 1,
            });
            const rest =
              page.next &&
              (await opened.backend.asOf(space, at(i * 10 + 5), NO_FILTER, {
                after: page.next,
                limit: ALL,
              }));
            expect(shown([...page.memories, ...(rest?.memories ?? [])])).toEqual(then);
          }
        }),
        { numRuns: casesOn(kind, 30) },
      );
    });
  });

  describe('the filters of a listing', () => {
    const filters = fc.record({
      types: fc.option(fc.subarray(['fact', 'goal', 'event'] as const, { minLength: 1 })),
      tags: fc.option(fc.subarray(['a', 'b', 'c'], { minLength: 1 })),
      sources: fc.option(fc.subarray(['agent', 'ci'], { minLength: 1 })),
      status: fc.constantFrom('all' as const, 'active' as const, 'expired' as const),
      createdAfter: fc.option(fc.nat({ max: 30 }).map(at)),
      createdBefore: fc.option(fc.nat({ max: 30 }).map(at)),
    });

    it('let through what each condition lets through, in every listing alike', async () => {
      const memories = Array.from({ length: 24 }, (_, i) =>
        aMemory({
          type: (['fact', 'goal', 'event'] as const)[i % 3]!,
          tags: [['a'], ['a', 'b'], [], ['c']][i % 4]!,
          source: i % 5 === 0 ? 'ci' : 'agent',
          createdAt: at(i),
        }),
      );
      await opened.backend.store(opened.namespace, memories, { dedupe: false });
      for (const [i, { id }] of memories.entries()) {
        if (i % 6 === 0) await opened.backend.expire(opened.namespace, id, 'manual', actAt(i));
      }
      await fc.assert(
        fc.asyncProperty(filters, async (filter) => {
          const passing = memories.filter(
            (memory, i) =>
              (filter.types === null || filter.types.some((type) => type === memory.type)) &&
              (filter.tags === null || filter.tags.some((tag) => memory.tags.includes(tag))) &&
              (filter.sources === null || filter.sources.includes(memory.source)) &&
              (filter.status === 'all' || (filter.status === 'expired') === (i % 6 === 0)) &&
              (filter.createdAfter === null || memory.createdAt >= filter.createdAfter) &&
              (filter.createdBefore === null || memory.createdAt <= filter.createdBefore),
          );
          const ids = passing.map((memory) => memory.id);
          const recent = await opened.backend.recent(opened.namespace, filter, ALL);
          const page = await opened.backend.page(opened.namespace, filter, null, ALL);
          const found = await opened.backend.search(opened.namespace, {
            query: 'tea',
            limit: 100,
            minScore: 0,
            explain: true,
            at: new Date(START),
            filter,
          });
          expect(recent.memories.map((memory) => memory.id).reverse()).toEqual(ids);
          expect(page.memories.map((memory) => memory.id)).toEqual(ids);
          expect(found.results.map((result) => result.memory.id).sort()).toEqual([...ids].sort());
          expect([recent.total, page.total]).toEqual([ids.length, ids.length]);
        }),
        { numRuns: casesOn(kind, 40) },
      );
    });
  });
});
