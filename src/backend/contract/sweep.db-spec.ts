import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { actAt, aMemory, anEdit, NO_FILTER, START } from '../../../test/support/memories';
import {
  BACKENDS,
  casesOn,
  openContractBackend,
  type ContractBackend,
} from '../../../test/support/contract-backends';
import { useBackend } from '../../../test/support/use-backend';
import { expiredBy, type ExpiryPolicy, type ExpiryRule, type RuleMatch } from '../expiry-policy';
import { MEMORY_TYPES, PROVENANCES, type Memory, type NewMemory } from '../memory';
import type { SweepOutcome, SweepRequest } from '../memory-lifecycle';

const MINUTE = 60_000;
const DAY = 86_400_000;
const NOW = new Date(START + 400 * DAY);
const ALL = 10_000;

const opened = {} as ContractBackend & { namespace: string };

const ANY: RuleMatch = { types: null, tags: null, sources: null, provenances: null, confidenceBelow: null };
const rule = (name: string, match: Partial<RuleMatch>, expireAfter: number | null): ExpiryRule => ({
  name,
  match: { ...ANY, ...match },
  expireAfter,
});
const EXPIRE_FACTS: ExpiryPolicy = { rules: [], retention: { fact: DAY } };

function sweep(policy: ExpiryPolicy, request: Partial<SweepRequest> = {}): Promise<SweepOutcome> {
  const sweepId = request.dryRun ? null : uuidv7();
  return opened.backend.sweep(opened.namespace, {
    sweepId,
    policy,
    at: NOW,
    dryRun: false,
    cap: null,
    ...request,
  });
}

async function memories(): Promise<Map<string, Memory>> {
  const page = await opened.backend.page(opened.namespace, NO_FILTER, null, ALL);
  return new Map(page.memories.map((memory) => [memory.id, memory]));
}

async function store(count: number, fields: Parameters<typeof aMemory>[0] = {}): Promise<string[]> {
  const stored = Array.from({ length: count }, () => aMemory(fields));
  await opened.backend.store(opened.namespace, stored, { dedupe: false });
  return stored.map(({ id }) => id);
}

const SOME_TYPES = MEMORY_TYPES.slice(0, 4);
const TAGS = ['a', 'b', 'c'];
const SOURCES = ['agent', 'ci', 'user'];
const confidence = fc.constantFrom(0, 0.25, 0.3, 0.5, 0.75, 1);
// Around the ages below to the millisecond.
const AGES = [MINUTE, DAY, 30 * DAY, 365 * DAY];
const someOf = <T>(values: readonly T[]) => fc.option(fc.subarray([...values]));
const age = fc.oneof(fc.constant(null), fc.constantFrom(...AGES), fc.constant(9_000 * 365 * DAY));
const policies: fc.Arbitrary<ExpiryPolicy> = fc.record({
  rules: fc
    .array(
      fc.record({
        match: fc.record({
          types: someOf(SOME_TYPES),
          tags: someOf(TAGS),
          sources: someOf(SOURCES),
          provenances: someOf(PROVENANCES.slice(0, 3)),
          confidenceBelow: fc.option(confidence),
        }),
        expireAfter: age,
      }),
      { maxLength: 5 },
    )
    .map((rules) => rules.map((each, n) => ({ name: n === 0 ? '__proto__' : `rule.${n}`, ...each }))),
  retention: fc.dictionary(fc.constantFrom(...SOME_TYPES), age),
});
const stored: fc.Arbitrary<NewMemory> = fc
  .record({
    type: fc.constantFrom(...SOME_TYPES),
    tags: fc.subarray(TAGS),
    source: fc.constantFrom(...SOURCES),
    provenance: fc.constantFrom(...PROVENANCES.slice(0, 3)),
    confidence,
    age: fc.tuple(fc.constantFrom(0, ...AGES), fc.constantFrom(-1, 0, 1)),
  })
  .map(({ age: [old, off], ...fields }) =>
    aMemory({ ...fields, createdAt: new Date(NOW.getTime() - old + off) }),
  );

describe.each(BACKENDS)('on the %s backend', (kind) => {
  useBackend(() => openContractBackend(kind), opened);

  describe('a sweep', () => {
    it('expires by any policy what the pure rules expire, counts it exactly, and is foreseen by a dry run', async () => {
      await fc.assert(
        fc.asyncProperty(policies, fc.array(stored, { maxLength: 25 }), async (policy, all) => {
          opened.namespace = await opened.newNamespace();
          await opened.backend.store(opened.namespace, all, { dedupe: false });
          const verdicts = new Map(
            all.flatMap((memory) => {
              const by = expiredBy(policy, { ...memory, updatedAt: memory.createdAt }, NOW);
              return by === null ? [] : [[memory.id, by] as const];
            }),
          );
          const perRule = new Map<string, number>();
          for (const by of verdicts.values()) perRule.set(by, (perRule.get(by) ?? 0) + 1);

          const foreseen = await sweep(policy, { dryRun: true });
          expect([...(await memories()).values()].every(({ status }) => status === 'active')).toBe(true);
          const swept = await sweep(policy);

          expect(swept).toMatchObject({ scanned: all.length, alreadyExpired: 0, errors: [], held: false });
          expect([swept.matched, swept.expired]).toEqual([verdicts.size, verdicts.size]);
          expect(new Map(Object.entries(swept.perRule))).toEqual(perRule);
          expect(foreseen).toEqual({ ...swept, expired: 0 });
          const after = await memories();
          for (const { id } of all) {
            const by = verdicts.get(id) ?? null;
            const expected = { status: by ? 'expired' : 'active', expiredBy: by, expiredAt: by ? NOW : null };
            expect(after.get(id)).toMatchObject(expected);
          }
          expect(swept.memories.map(({ id, expiredBy: by }) => [id, by])).toEqual(
            [...verdicts].toSorted(([a], [b]) => (a < b ? -1 : 1)),
          );
          const again = await sweep(policy);
          expect(again).toMatchObject({
            matched: 0,
            alreadyExpired: verdicts.size,
            memories: [],
            perRule: {},
          });
          expect(again.scanned).toBe(all.length - verdicts.size);
        }),
        { numRuns: casesOn(kind, 60) },
      );
    });

    it('takes a hundred rules', async () => {
      await store(3, { tags: ['t99'] });
      const tags = (n: number) => [`t${n}`, 'x', 'y'];
      const rules = Array.from({ length: 100 }, (_, n) =>
        rule(`r${n}`, { tags: tags(n), types: ['fact'] }, DAY),
      );
      expect((await sweep({ rules, retention: {} })).perRule).toEqual({ r99: 3 });
    });

    it('goes through more memories than a slice, lists the first thousand and counts all', async () => {
      const ids = await store(1_100);
      const kept = await store(1, { type: 'goal' });
      const foreseen = await sweep(EXPIRE_FACTS, { dryRun: true });
      const swept = await sweep(EXPIRE_FACTS);
      expect(swept).toMatchObject({ scanned: 1_101, matched: 1_100, expired: 1_100 });
      expect(swept.memories.map(({ id }) => id)).toEqual(ids.toSorted().slice(0, 1_000));
      expect(foreseen).toEqual({ ...swept, expired: 0 });
      expect((await memories()).get(kept[0]!)?.status).toBe('active');
    });

    it('shows what a memory was, and leaves its times alone', async () => {
      const [id = ''] = await store(1, { content: 'Likes green tea', createdAt: new Date(START + 5) });
      const { memories: listed } = await sweep(EXPIRE_FACTS);
      const at = new Date(START + 5);
      const expired = { id, title: 'Likes green tea', type: 'fact', createdAt: at, updatedAt: at };
      expect(listed).toEqual([{ ...expired, expiredBy: 'retention.fact' }]);
      expect((await memories()).get(id)).toMatchObject({ createdAt: at, updatedAt: at });
    });

    it('stands in the history of a memory, by the rule', async () => {
      const [id = ''] = await store(1);
      await sweep({ rules: [rule('scratch', {}, DAY)], retention: {} });
      const [entry] = (await opened.backend.history(opened.namespace, id)) ?? [];
      expect(entry).toEqual({ at: NOW, event: 'expired', by: 'scratch', sessionId: null, former: null });
    });

    it('keeps the first stamp of what had expired before', async () => {
      const [id = ''] = await store(1);
      await opened.backend.expire(opened.namespace, id, 'manual', actAt(10));
      expect(await sweep(EXPIRE_FACTS)).toMatchObject({ scanned: 0, alreadyExpired: 1, matched: 0 });
      expect((await memories()).get(id)).toMatchObject({ expiredBy: 'manual', expiredAt: actAt(10).at });
    });

    it('leaves alone what was touched after its time', async () => {
      const [edited = '', restored = '', other = ''] = await store(3);
      await opened.backend.edit(opened.namespace, edited, anEdit({ tags: ['x'] }), actAt(401 * DAY));
      await opened.backend.expire(opened.namespace, restored, 'manual', actAt(401 * DAY));
      await opened.backend.restore(opened.namespace, restored, actAt(401 * DAY));
      expect((await sweep(EXPIRE_FACTS)).memories.map(({ id }) => id)).toEqual([other]);
    });

    it('does not touch another namespace, and refuses one that is not there', async () => {
      await store(1);
      const other = opened.namespace;
      opened.namespace = await opened.newNamespace();
      expect(await sweep(EXPIRE_FACTS)).toMatchObject({ scanned: 0, matched: 0 });
      opened.namespace = other;
      expect([...(await memories()).values()]).toMatchObject([{ status: 'active' }]);
      opened.namespace = 'space_none';
      await expect(sweep(EXPIRE_FACTS)).rejects.toMatchObject({ code: 'AgentNotFound' });
    });
  });

  describe('a sweep with a cap', () => {
    const cap = { fraction: 0.5, memories: 3 };

    it.each([
      [{ facts: 4, goals: 3 }, true],
      [{ facts: 4, goals: 4 }, false],
      [{ facts: 3, goals: 0 }, false],
    ])('of half the memories and three, with %j is held: %s', async ({ facts, goals }, held) => {
      await store(facts);
      await store(goals, { type: 'goal' });
      const swept = await sweep(EXPIRE_FACTS, { cap });
      expect(swept).toMatchObject({ held, matched: facts, expired: held ? 0 : facts });
      const expired = [...(await memories()).values()].filter(({ status }) => status === 'expired');
      expect(expired).toHaveLength(held ? 0 : facts);
    });

    it('reports on a dry run that it would be held', async () => {
      await store(5);
      expect(await sweep(EXPIRE_FACTS, { cap, dryRun: true })).toMatchObject({ held: true, matched: 5 });
    });
  });
});
