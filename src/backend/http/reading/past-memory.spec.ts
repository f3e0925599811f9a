import * as fc from 'fast-check';
import { storedMemory } from '../../../../test/support/memories';
import type { Memory } from '../../memory';
import { asThen, hasChangedSince, type LaterChange } from './past-memory';

const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms);

type Deed = 'edit' | 'retag' | 'refer' | 'expire' | 'restore';

/** What became of a memory, and how: `states` after each of the `changes`. */
interface Life {
  memory: Memory;
  states: { since: Date; memory: Memory }[];
  changes: LaterChange[];
}

function movedOn(memory: Memory, time: Date): Date {
  return new Date(Math.max(time.getTime(), memory.updatedAt.getTime() + 1));
}

function edited(memory: Memory, deed: Deed, n: number): { fields: Partial<Memory>; former: object } {
  if (deed === 'retag') return { fields: { tags: [`t${n}`] }, former: { tags: memory.tags } };
  if (deed === 'refer') return { fields: { sourceRef: `r${n}` }, former: { source_ref: memory.sourceRef } };
  const fields = { content: `c${n}`, confidence: n / 100, type: 'goal' as const };
  const { content, confidence, type } = memory;
  return { fields, former: { content, confidence, type } };
}

/** As the backends do it: a deed that changes nothing is none. */
function done(
  memory: Memory,
  deed: Deed,
  time: Date,
  n: number,
): { memory: Memory; change: LaterChange } | null {
  const updatedAt = movedOn(memory, time);
  const former = { updated_at: memory.updatedAt.toISOString() };
  if (deed === 'expire') {
    if (memory.status === 'expired') return null;
    const expired = { ...memory, status: 'expired' as const, expiredAt: time, expiredBy: 'manual' };
    return { memory: expired, change: { at: time, event: 'expired', former: null } };
  }
  if (deed === 'restore') {
    if (memory.status === 'active') return null;
    const restored = { ...memory, status: 'active' as const, expiredAt: null, expiredBy: null, updatedAt };
    return { memory: restored, change: { at: time, event: 'restored', former } };
  }
  const edit = edited(memory, deed, n);
  const change = { at: time, event: 'edited' as const, former: { ...edit.former, ...former } };
  return { memory: { ...memory, ...edit.fields, updatedAt }, change };
}

const lives: fc.Arbitrary<Life> = fc
  .array(
    fc.record({
      deed: fc.constantFrom<Deed>('edit', 'retag', 'refer', 'expire', 'restore', 'expire', 'restore'),
      pause: fc.constantFrom(0, 0, 1, 2, 3),
    }),
    { maxLength: 8 },
  )
  .map((deeds) => {
    let memory = storedMemory({ createdAt: at(0), tags: [], sourceRef: null });
    let time = 0;
    const life: Life = { memory, states: [{ since: at(0), memory }], changes: [] };
    deeds.forEach(({ deed, pause }, n) => {
      time += pause;
      const next = done(memory, deed, at(time), n + 1);
      if (next === null) return;
      memory = next.memory;
      life.states.push({ since: at(time), memory });
      life.changes.push(next.change);
    });
    return { ...life, memory };
  });

/** Live just before the instant, or made so at it. */
function wasLive({ states, changes }: Life, instant: Date): boolean {
  const before = states.findLast(({ since }) => since < instant) ?? states[0];
  const restored = changes.some(
    ({ event, at }) => event === 'restored' && at.getTime() === instant.getTime(),
  );
  return before?.memory.status === 'active' || restored;
}

describe('a memory of the past', () => {
  it('is as it was then, whatever became of it', () => {
    fc.assert(
      fc.property(lives, fc.integer({ min: 0, max: 20 }), (life, ms) => {
        const instant = at(ms);
        const asked = hasChangedSince(life.memory, instant);
        const later = asked ? life.changes.filter((change) => change.at >= instant) : [];
        const then = asThen(life.memory, later, instant);
        const state = life.states.findLast(({ since }) => since <= instant)?.memory;
        const live = { ...state, status: 'active', expiredAt: null, expiredBy: null };
        expect(then).toEqual(wasLive(life, instant) ? live : null);
      }),
      { numRuns: 2_000 },
    );
  });

  it('existed at the instant of its creation, not before', () => {
    const memory = storedMemory({ createdAt: at(5) });
    expect([asThen(memory, [], at(5)), asThen(memory, [], at(4))]).toMatchObject([{ id: memory.id }, null]);
  });

  it('was live at the very instant of its expiry, and no longer after it', () => {
    const memory = storedMemory({
      createdAt: at(0),
      status: 'expired',
      expiredAt: at(5),
      expiredBy: 'manual',
    });
    const later = [{ at: at(5), event: 'expired' as const, former: null }];
    expect(asThen(memory, later, at(5))).toMatchObject({ status: 'active', expiredAt: null });
    expect(asThen(memory, [], at(6))).toBeNull();
  });

  it('keeps its values where a history holds nonsense', () => {
    const memory = storedMemory({ createdAt: at(0), updatedAt: at(9), sourceRef: 'r', tags: ['a'] });
    const former = { title: null, type: 'thing', confidence: 'x', tags: 'b', updated_at: 'then' };
    const later = [{ at: at(9), event: 'edited' as const, former }];
    expect(asThen(memory, later, at(1))).toEqual(memory);
  });
});
