import { promotedMegabytes } from '../../test/support/promoted-megabytes';
import { HiddenProperty } from './hidden-property';

describe('HiddenProperty', () => {
  it('keeps one value for each owner', () => {
    const property = new HiddenProperty<object, string>('value');
    const [one, two] = [{}, {}];
    property.set(one, 'first');
    property.set(one, 'second');
    expect([property.get(one), property.get(two)]).toEqual(['second', undefined]);
  });

  it('is independent of other properties, and absent from the keys or the JSON of its owner', () => {
    const [property, other] = [
      new HiddenProperty<object, string>('same'),
      new HiddenProperty<object, string>('same'),
    ];
    const owner = { id: 1 };
    property.set(owner, 'value');
    expect(other.get(owner)).toBeUndefined();
    expect([Object.keys(owner), JSON.stringify(owner)]).toEqual([['id'], '{"id":1}']);
  });

  it('lets a young collection free an owner whose value references the owner', () => {
    // A WeakMap would keep 20 to 50 of the 80 MB.
    expect(promotedMegabytes({ script: FILLING, warmUp: 2_000, count: 100_000 })).toBeLessThan(5);
  });
});

const FILLING = `
  const { HiddenProperty } = require(${JSON.stringify(require.resolve('./hidden-property'))});
  const property = new HiddenProperty('value');
  const fill = (count) => {
    for (let n = 0; n < count; n++) {
      const owner = {};
      property.set(owner, [owner, ...new Array(100).fill(n)]);
    }
  };
`;
