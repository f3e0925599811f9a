import { megabytesGrownOld } from '../../test/support/grown-old';
import { Slot } from './slot';

describe('Slot', () => {
  it('keeps a value for each owner, and nothing for others', () => {
    const slot = new Slot<object, string>('slot');
    const [one, two] = [{}, {}];
    slot.set(one, 'first');
    slot.set(one, 'second');
    expect([slot.get(one), slot.get(two)]).toEqual(['second', undefined]);
  });

  it('is apart from every other slot, and not to be seen in the keys or the JSON of its owner', () => {
    const [slot, other] = [new Slot<object, string>('same'), new Slot<object, string>('same')];
    const owner = { id: 1 };
    slot.set(owner, 'value');
    expect(other.get(owner)).toBeUndefined();
    expect([Object.keys(owner), JSON.stringify(owner)]).toEqual([['id'], '{"id":1}']);
  });

  it('lets values that reach their owner go with it in collections of the young generation', () => {
    // Of a WeakMap, 20 to 50 of the 80 MB would be there.
    expect(megabytesGrownOld({ script: FILLING, warmUp: 2_000, count: 100_000 })).toBeLessThan(5);
  });
});

const FILLING = `
  const { Slot } = require(${JSON.stringify(require.resolve('./slot'))});
  const slot = new Slot('slot');
  const fill = (count) => {
    for (let n = 0; n < count; n++) {
      const owner = {};
      slot.set(owner, [owner, ...new Array(100).fill(n)]);
    }
  };
`;
