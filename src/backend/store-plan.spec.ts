import { actAt, aMemory, anEdit } from '../../test/support/memories';
import type { NewMemory } from './memory';
import { planStore, type Stored } from './store-plan';

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

  it('stores every memory without upserts and dedupe', () => {
    const memories = [aMemory({ sourceRef: 'r' }), aMemory({ sourceRef: 'r' })];
    expect(planStore(memories, { dedupe: false }, stored()).inserts).toEqual(memories);
  });
});
