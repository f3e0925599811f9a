import * as fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { newTestBackend } from '../../../../test/support/backend';
import { actAt, aMemory, anEdit, NO_FILTER, START } from '../../../../test/support/memories';
import { openHttpBackend } from '../../../../test/support/open-http-backend';
import type { ExpiryPolicy } from '../../expiry-policy';
import { MEMORY_TYPES } from '../../memory';
import type { WholeBackend } from '../../../../test/support/backend';
import { useBackend } from '../../../../test/support/use-backend';
import type { PurgeOutcome, SweepOutcome, SweepRequest } from '../../memory-lifecycle';
import { propertyCases } from '../../../../test/support/property-cases';

const DAY = 86_400_000;
const NOW = new Date(START + 400 * DAY);
const actNow = { at: NOW, sessionId: null, by: 'policy' };

const opened = useBackend(openHttpBackend);
let embedded: WholeBackend;

beforeAll(() => {
  embedded = newTestBackend(opened.database, opened.store.env).backend;
});

beforeEach(async () => {
  opened.api.pageSize = 100;
});

function sweep(
  request: Partial<SweepRequest> & Pick<SweepRequest, 'policy'>,
  backend: WholeBackend,
): Promise<SweepOutcome> {
  const sweepId = request.dryRun ? null : uuidv7();
  const rest = { at: NOW, dryRun: false, cap: null };
  return backend.sweep(opened.namespace, { sweepId, ...rest, ...request });
}

function purge(
  expiredUntil: Date,
  dryRun = false,
  backend: WholeBackend = opened.backend,
): Promise<PurgeOutcome> {
  return backend.purge(opened.namespace, { expiredUntil, dryRun, act: actNow });
}

async function states(backend: WholeBackend) {
  const { memories } = await backend.page(opened.namespace, NO_FILTER, null, 10_000);
  return new Map(memories.map((memory) => [memory.id, memory]));
}

const TYPES = MEMORY_TYPES.slice(0, 4);
const age = fc.constantFrom(null, DAY, 30 * DAY, 500 * DAY);
const policies: fc.Arbitrary<ExpiryPolicy> = fc.record({
  rules: fc
    .array(
      fc.record({
        match: fc.record({
          types: fc.option(fc.subarray([...TYPES])),
          tags: fc.option(fc.subarray(['a', 'b'])),
          sources: fc.constant(null),
          provenances: fc.constant(null),
          confidenceBelow: fc.option(fc.constantFrom(0.3, 0.9)),
        }),
        expireAfter: age,
      }),
      { maxLength: 3 },
    )
    .map((rules) => rules.map((rule, n) => ({ name: n === 0 ? '__proto__' : `rule.${n}`, ...rule }))),
  retention: fc.dictionary(fc.constantFrom(...TYPES), age),
});
const someMemories = fc.array(
  fc
    .record({
      type: fc.constantFrom(...TYPES),
      tags: fc.subarray(['a', 'b', 'c']),
      confidence: fc.constantFrom(0, 0.3, 1),
      days: fc.constantFrom(0, 1, 29, 30, 400),
      isExpired: fc.boolean(),
      isTouched: fc.boolean(),
    })
    .map(({ days, isExpired, isTouched, ...fields }) => {
      return {
        memory: aMemory({ ...fields, createdAt: new Date(NOW.getTime() - days * DAY) }),
        isExpired,
        isTouched,
      };
    }),
  { maxLength: 25 },
);
const caps = fc.option(fc.record({ fraction: fc.constantFrom(0, 0.5, 1), memories: fc.nat(10) }));

describe('memories in an external backend', () => {
  it('expire, come back and are deleted as those in the embedded one', async () => {
    await fc.assert(
      fc.asyncProperty(policies, someMemories, caps, fc.nat(7), async (policy, all, cap, pageSize) => {
        opened.namespace = await opened.newNamespace();
        await embedded.createNamespace(opened.namespace, new Date(START));
        opened.api.pageSize = pageSize + 1;
        const sweepId = uuidv7();
        const answers = [];
        for (const backend of [opened.backend, embedded]) {
          const memories = all.map(({ memory }) => memory);
          await backend.store(opened.namespace, memories, { dedupe: false });
          for (const { memory, isExpired } of all) {
            if (isExpired) await backend.expire(opened.namespace, memory.id, 'manual', actAt(1));
          }
          const answer: unknown[] = [
            await sweep({ policy, cap, dryRun: true }, backend),
            await sweep({ policy, cap, sweepId }, backend),
            await states(backend),
          ];
          for (const { memory, isTouched } of all) {
            const act = { ...actNow, at: new Date(NOW.getTime() + 1) };
            if (isTouched) await backend.edit(opened.namespace, memory.id, anEdit({ title: 'touched' }), act);
          }
          answer.push(await backend.undoSweep(opened.namespace, sweepId, actNow), await states(backend));
          answer.push(await backend.undoSweep(opened.namespace, sweepId, actNow));
          const again = uuidv7();
          const later = new Date(NOW.getTime() + 500 * DAY);
          answer.push(await sweep({ policy, sweepId: again, at: later }, backend));
          answer.push(await purge(NOW, true, backend), await purge(NOW, false, backend));
          answer.push(await purge(later, false, backend), await states(backend));
          for (const { memory } of all) {
            const entries = await backend.history(opened.namespace, memory.id);
            answer.push(entries?.map((entry) => ({ ...entry, former: entry.former === null })));
          }
          answers.push(answer);
        }
        expect(answers[0]).toEqual(answers[1]);
        expect(await opened.countOpen()).toBe(0);
      }),
      { numRuns: propertyCases(15) },
    );
  });
});
