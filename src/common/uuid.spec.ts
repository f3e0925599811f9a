import * as fc from 'fast-check';
import { derivedId } from './uuid';

const times = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true });
const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('a derived id', () => {
  it('is a UUID of version 7 with its time', () => {
    fc.assert(
      fc.property(times, fc.array(fc.string()), (at, parts) => {
        const id = derivedId(at, ...parts);
        expect(id).toMatch(VERSION_7);
        expect(Number.parseInt(id.slice(0, 13).replace('-', ''), 16)).toBe(at.getTime());
      }),
    );
  });

  it('is the same for the same parts, and another for others, wherever one ends and the next begins', () => {
    const at = new Date(1_000);
    expect(derivedId(at, 'a', 1)).toBe(derivedId(at, 'a', 1));
    const ids = [derivedId(at), derivedId(at, 'ab', 'c'), derivedId(at, 'a', 'bc'), derivedId(at, 'abc')];
    expect(new Set([...ids, derivedId(new Date(1_001), 'abc')]).size).toBe(5);
  });
});
