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
});
