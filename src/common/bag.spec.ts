import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { Bag } from './bag';

const step = fc.record({ item: fc.nat({ max: 9 }), does: fc.constantFrom('add', 'delete') });

describe('Bag', () => {
  it('holds what a set would', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100, size: 'max' }), (steps) => {
        const items = Array.from({ length: 10 }, (_, n) => ({ n }));
        const bag = new Bag<{ n: number }>();
        const set = new Set<{ n: number }>();
        for (const { item, does } of steps) {
          bag[does](items[item]!);
          set[does](items[item]!);
          expect(bag.size).toBe(set.size);
        }
        expect(new Set(bag)).toEqual(set);
        for (const item of items) expect(bag.has(item)).toBe(set.has(item));
      }),
    );
  });

  it('lets what was in it go in collections of the young generation', () => {
    // Of a Set, 4 to 14 MB would be there.
    expect(megabytesGrownOld()).toBeLessThan(1);
  });
});

/** In a process of its own: what else this one holds would be counted. */
function megabytesGrownOld(): number {
  const flags = ['--expose-gc', '--max-semi-space-size=16', '--no-allocation-site-pretenuring'];
  const answer = execFileSync(process.execPath, [...flags, '-r', '@swc-node/register', '-e', FILLING], {
    encoding: 'utf8',
    timeout: 30_000,
  });
  return Number(answer);
}

const FILLING = `
  const { getHeapSpaceStatistics } = require('node:v8');
  const { Bag } = require(${JSON.stringify(require.resolve('./bag'))});
  const bag = new Bag();
  const fill = (count) => {
    for (let n = 0; n < count; n++) {
      const items = [0, 1, 2, 3].map(() => ({ held: new Array(100).fill(n) }));
      for (const item of items) bag.add(item);
      for (const item of items) bag.delete(item);
    }
  };
  const old = () => getHeapSpaceStatistics().find((space) => space.space_name === 'old_space').space_used_size;
  fill(500);
  gc();
  gc();
  const before = old();
  fill(75_000);
  console.log((old() - before) / 2 ** 20);
`;
