import { areComparable, isSameNumber, numbersOf } from './numbers';
import type { NumberValue } from './statement';

function valuesOf(text: string): NumberValue[] {
  return numbersOf(text).flatMap(({ value }) => ('value' in value ? [value.value] : []));
}

function valueOf(text: string): NumberValue {
  const [value] = valuesOf(text);
  if (value === undefined) throw new Error(`No number in ${text}`);
  return value;
}

describe('numbersOf', () => {
  it.each([
    ['60 minutes', '1 hour'],
    ['1,000 requests', '1000 requests'],
    ['3 cats', 'three cats'],
    ['64GB of memory', '64 GB of memory'],
    ['$20', '20 dollars'],
    ['0.5 s', '500 ms'],
    ['5k users', '5000 users'],
    ['80%', '80 percent'],
    ['+49 151 2345678', '+49 (151) 23-456-78'],
  ])('finds the same in %j and %j', (one, other) => {
    expect(isSameNumber(valueOf(one), valueOf(other))).toBe(true);
  });

  it.each([
    ['30 seconds', '60 seconds', true],
    ['port 80', 'port 443', true],
    ['version 1.4.2', 'version 1.5.0', true],
    ['the limit is 3', 'the limit is 5 requests', true],
    ['two small children', 'three children', true],
    ['30 seconds', '30 MB', false],
    ['5 apples', '6 pears', false],
    ['Node 20', 'Python 3', false],
  ])('compares %j with %j: %j', (one, other, comparable) => {
    expect(areComparable(valueOf(one), valueOf(other))).toBe(comparable);
  });

  it('takes numbers that only distinguish things for names', () => {
    expect(numbersOf('Bug #12 is fixed').map(({ value }) => value)).toEqual([{ name: { key: '#12' } }]);
  });

  it.each(['eu-west-1', 'sha256', '3D', 'YYYY-MM-DD', 'a1b2c3'])('finds none in %j', (text) => {
    expect(valuesOf(text)).toEqual([]);
  });
});
