import * as fc from 'fast-check';
import type { Memory } from '../backend/memory';
import { inOrder, type Pair, pairKey, PairSet } from './generation';

const memory = (id: string, createdAt = 0, updatedAt = createdAt): Memory =>
  ({ id, createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) }) as Memory;

const IDS = ['a', 'b', 'c', 'd'].map((letter) => `${letter.repeat(8)}-0000-7000-8000-000000000000`);

const anyMemory = fc
  .tuple(fc.constantFrom(...IDS), fc.nat(2), fc.nat(2))
  .map(([id, createdAt, later]) => memory(id, createdAt, createdAt + later));

describe('the order of a pair', () => {
  it.each([
    ['creation', memory('b', 1, 9), memory('a', 2, 2)],
    ['the last change when they were created at once', memory('b', 1, 1), memory('a', 1, 2)],
    ['the id when all times are one', memory('a', 1), memory('b', 1)],
  ])('is by %s', (_, older, newer) => {
    expect(inOrder(older, newer)).toEqual({ older, newer });
    expect(inOrder(newer, older)).toEqual({ older, newer });
  });
});

describe('PairSet', () => {
  it('holds each pair once, whatever is added in whatever order, and no memory with itself', () => {
    const added = fc.array(fc.tuple(anyMemory, anyMemory));
    fc.assert(
      fc.property(added, (all) => {
        const pairs = new PairSet<Pair>();
        for (const [one, other] of all) pairs.add(inOrder(one, other));
        const keys = pairs.list().map(({ older, newer }) => pairKey(older.id, newer.id));
        const expected = all.filter(([one, other]) => one.id !== other.id);
        expect(keys).toEqual([...new Set(expected.map(([one, other]) => pairKey(one.id, other.id)))]);
      }),
    );
  });

  it.each(['file-1#3', 'AAAAAAAA-0000-7000-8000-000000000000', ''])(
    'leaves out what others call %p',
    (id) => {
      const pairs = new PairSet<Pair>();
      pairs.add({ older: memory(IDS[0]!), newer: memory(id) });
      pairs.add({ older: memory(id), newer: memory(IDS[0]!) });
      expect(pairs.list()).toEqual([]);
    },
  );
});
