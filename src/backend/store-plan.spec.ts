import { actAt, aMemory, anEdit } from '../../test/support/memories';
import type { NewMemory } from './memory';
import { planStore, targetText, type Stored } from './store-plan';

const upsertsOf = (...memories: NewMemory[]) => ({
  edits: new Map(memories.map(({ id, content }) => [id, anEdit({ content })])),
  act: actAt(0),
  refuseDeleted: true,
});
const stored = (...memories: NewMemory[]): Stored => ({
  duplicates: new Map(),
  references: new Map(memories.map((memory) => [memory.sourceRef ?? '', memory])),
  deleted: new Set(),
});

describe('planStore', () => {
  it('edits a memory once, with the last value of each field', () => {
    const existing = aMemory({ sourceRef: 'r', title: 'Given', titleDerived: false });
    const [one, two] = [aMemory({ sourceRef: 'r' }), aMemory({ sourceRef: 'r' })];
    const edits = new Map([
      [one.id, anEdit({ content: 'One', tags: ['a'] })],
      [two.id, anEdit({ content: 'Two', confidence: 0.5 })],
    ]);
    const upserts = { ...upsertsOf(), edits };
    const plan = planStore([one, two], { dedupe: false, upserts }, stored(existing));
    expect(plan.inserts).toEqual([]);
    expect([...plan.edits]).toEqual([
      [existing.id, anEdit({ content: 'Two', tags: ['a'], confidence: 0.5 })],
    ]);
    expect(plan.outcomes[1]).toMatchObject({ action: 'update', id: existing.id, confidence: 0.5 });
  });

  it('lets an upsert change a memory that the same call stores', () => {
    const [plain, upsert] = [
      aMemory({ sourceRef: 'r', content: 'Plain' }),
      aMemory({ sourceRef: 'r', content: 'Upserted' }),
    ];
    const plan = planStore([plain, upsert], { dedupe: false, upserts: upsertsOf(upsert) }, stored());
    expect(plan.inserts).toEqual([{ ...plain, content: 'Upserted', title: 'Upserted' }]);
    expect(plan.edits.size).toBe(0);
  });

  it('leaves what waits for a review out of what harmless memories change or repeat', () => {
    const [planted, upsert, same] = [
      aMemory({ sourceRef: 'r', content: 'X', trust: 'quarantined' }),
      aMemory({ sourceRef: 'r', content: 'Harmless' }),
      aMemory({ content: 'X' }),
    ];
    const options = { dedupe: true, upserts: upsertsOf(planted, upsert) };
    const plan = planStore([planted, upsert, same], options, stored());
    expect(plan.inserts).toEqual([planted, upsert, same]);
  });

  it('stores a planted memory once, unless a person released one that says the same', () => {
    const [waiting, again] = [1, 2].map(() => aMemory({ content: 'X', trust: 'quarantined' })) as [
      NewMemory,
      NewMemory,
    ];
    const plan = planStore([waiting, again], { dedupe: true }, stored());
    expect(plan.inserts).toEqual([waiting]);
    expect(plan.outcomes[1]).toMatchObject({ action: 'duplicate', id: waiting.id, trust: 'quarantined' });
    const released = planStore([aMemory({ content: 'X' }), again], { dedupe: true }, stored());
    expect(released.outcomes[1]).toMatchObject({ action: 'duplicate', id: released.inserts[0]?.id });
    expect(released.outcomes[1]).not.toHaveProperty('trust');
  });

  it('lets a planted upsert change the one that waits, and needs no review of what was released', () => {
    const waiting = aMemory({ sourceRef: 'r', content: 'X', trust: 'quarantined' });
    const upsert = aMemory({ sourceRef: 'r', content: 'X', trust: 'quarantined' });
    const options = { dedupe: false, upserts: upsertsOf(upsert) };
    const references = new Map([[targetText(waiting) ?? '', waiting]]);
    const again = planStore([upsert], options, { ...stored(), references });
    expect(again.outcomes).toMatchObject([{ action: 'update', id: waiting.id, trust: 'quarantined' }]);
    const released = aMemory({ sourceRef: 'r', content: 'X' });
    const afterwards = planStore([upsert], options, stored(released));
    expect(afterwards).toMatchObject({ inserts: [], outcomes: [{ action: 'update', id: released.id }] });
    expect(afterwards.edits.size).toBe(0);
    const other = planStore([upsert], options, stored({ ...released, content: 'Y' }));
    expect([other.inserts, other.edits.size]).toEqual([[upsert], 0]);
  });

  it('stores every memory without upserts and dedupe', () => {
    const memories = [aMemory({ sourceRef: 'r' }), aMemory({ sourceRef: 'r' })];
    expect(planStore(memories, { dedupe: false }, stored()).inserts).toEqual(memories);
  });
});
