import fc from 'fast-check';
import {
  compactedNow,
  document,
  EVERYTHING,
  indexOf,
  query,
  validities,
} from '../../test/support/index-samples';
import type { IndexDocument } from './change-feed';
import { MemoryIndex } from './memory-index';
import { runToEnd } from './time-slices';
import { PLANNED_AHEAD, type ValidMoment } from './valid-time';

const NOW: ValidMoment = { at: 100, isNow: true };
const at = (ms: number): ValidMoment => ({ at: ms, isNow: false });

/** The ids of the documents that a search finds, in order. */
function found(index: MemoryIndex, validAt?: ValidMoment, limit = 100): string[] {
  const filter = { ...EVERYTHING, ...(validAt && { validAt }) };
  return index.search(query('tea', { filter, limit, neighbours: 'off' })).hits.map(({ id }) => id);
}

function tea(id: string, fields: Partial<IndexDocument> = {}): IndexDocument {
  return document({ id, text: 'tea', ...fields });
}

describe('documents of a time', () => {
  it('are found from their start on, until just before their end', () => {
    const index = indexOf([tea('a', { validFrom: 10, validTo: 20 })]);
    expect([9, 10, 19, 20].map((ms) => found(index, at(ms)).length)).toEqual([0, 1, 1, 0]);
    expect([9, 10, 19, 20].map((ms) => found(index, { at: ms, isNow: true }).length)).toEqual([0, 1, 1, 0]);
  });

  it('without a start hold from their creation on, but now whatever clock dated them', () => {
    const index = indexOf([tea('a', { createdAt: 10 })]);
    index.upsert(tea('b', { validTo: 1000, createdAt: 10 }));
    expect(found(index, at(9))).toEqual([]);
    expect(found(index, at(10))).toEqual(['a', 'b']);
    expect(found(index, { at: 9, isNow: true })).toEqual(['a', 'b']);
  });

  it('that are superseded or past do not hold now, and did in their time', () => {
    const index = indexOf([
      tea('a', { isSuperseded: true, validFrom: 1, validTo: 10 }),
      tea('b', { isPast: true }),
      tea('c', { isPast: true, validFrom: 1, validTo: 10 }),
    ]);
    expect(found(index, NOW)).toEqual([]);
    expect(found(index, at(5))).toEqual(['a', 'c']);
    expect(found(index)).toEqual(['a', 'b', 'c']);
  });

  it('that are superseded hold until an end that is planned, and not by a clock that is ahead', () => {
    const ends = [{ validTo: 100 + PLANNED_AHEAD }, { validTo: 101 + PLANNED_AHEAD }, {}];
    const index = indexOf(ends.map((end, n) => tea(`a${n}`, { isSuperseded: true, ...end })));
    expect(found(index, NOW)).toEqual(['a1']);
  });

  it('are left out before the limit', () => {
    const index = indexOf(['a', 'b', 'c', 'd'].map((id, n) => tea(id, { isSuperseded: n < 2 })));
    expect(found(index, NOW, 2)).toEqual(['c', 'd']);
  });
});

describe('documents of one key', () => {
  const first = tea('a', { key: 'k', createdAt: 1 });
  const second = tea('b', { key: 'k', createdAt: 2 });

  it('give way to the one that begins last, then was created last, then has the greatest id', () => {
    expect(found(indexOf([first, second]), NOW)).toEqual(['b']);
    expect(found(indexOf([{ ...first, validFrom: 3 }, second]), NOW)).toEqual(['a']);
    expect(found(indexOf([{ ...first, validFrom: 2 }, second]), NOW)).toEqual(['b']);
    expect(found(indexOf([first, { ...second, createdAt: 1 }]), NOW)).toEqual(['b']);
  });

  it('hold again when the newest is expired, deleted or has lost the key', () => {
    const index = indexOf([first, second]);
    index.upsert({ ...second, version: 2, status: 'expired', text: null });
    expect(found(index, NOW)).toEqual(['b', 'a']);
    index.upsert({ ...second, version: 3, text: null });
    expect(found(index, NOW)).toEqual(['b']);
    index.upsert({ ...second, version: 4, key: null, text: null });
    expect(found(index, NOW)).toEqual(['b', 'a']);
    index.upsert({ ...second, version: 5 });
    index.remove('b');
    expect(found(index, NOW)).toEqual(['a']);
  });

  it('hold until the next one begins', () => {
    const index = indexOf([first, { ...second, validFrom: 50 }]);
    expect(found(index, { at: 49, isNow: true })).toEqual(['a']);
    expect(found(index, { at: 50, isNow: true })).toEqual(['b']);
    expect([found(index, at(49)), found(index, at(50))]).toEqual([['a'], ['b']]);
  });

  it('do not give way to what says of itself that it is past', () => {
    expect(found(indexOf([first, { ...second, isPast: true }]), NOW)).toEqual(['a']);
  });
});

describe('an index that was changed, compacted or loaded', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd');
  const step = fc.record({
    kind: fc.constantFrom('put', 'put', 'amend', 'remove'),
    document: fc
      .tuple(id, validities, fc.nat(5), fc.constantFrom('active' as const, 'expired' as const))
      .map(([each, validity, createdAt, status]) => tea(each, { ...validity, createdAt, status })),
  });
  const moment = fc.record({ at: fc.integer({ min: -6, max: 10 }), isNow: fc.boolean() });

  it('finds what one made from scratch finds', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), moment, (steps, validAt) => {
        const model = new Map<string, IndexDocument>();
        const index = indexOf([]);
        steps.forEach(({ kind, document: given }, version) => {
          const former = model.get(given.id);
          if (kind === 'remove') index.remove(given.id);
          if (kind === 'remove') model.delete(given.id);
          if (kind === 'remove' || (kind === 'amend' && former === undefined)) return;
          // A document that is changed in place keeps its creation.
          const createdAt = kind === 'amend' && former ? former.createdAt : given.createdAt;
          const changed = { ...given, createdAt, version: version + 10 };
          index.upsert(kind === 'amend' ? { ...changed, text: null } : changed);
          model.set(given.id, changed);
        });
        const expected = found(indexOf([...model.values()]), validAt);
        expect(found(index, validAt)).toEqual(expected);
        expect(found(compactedNow(index), validAt)).toEqual(expected);
        const image = structuredClone(runToEnd(index.toImage()));
        const loaded = runToEnd(MemoryIndex.ofImage('english', null, image));
        runToEnd(loaded.check());
        expect(found(loaded, validAt)).toEqual(expected);
      }),
    );
  });
});
