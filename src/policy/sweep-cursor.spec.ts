import fc from 'fast-check';
import { decodeCursor, encodeCursor } from './sweep-cursor';

const cursors = fc.record({
  evaluatedAt: fc.date({ min: new Date(0), max: new Date(Date.UTC(9999, 11, 31)), noInvalidDate: true }),
  sweepId: fc.uuid(),
});
const encoded = (text: string) => Buffer.from(text).toString('base64url');
const ID = '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e';

describe('a cursor of the sweeps', () => {
  it('comes back as it went, and is safe in a URL', () => {
    fc.assert(
      fc.property(cursors, (cursor) => {
        expect(encodeCursor(cursor)).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor);
      }),
    );
  });

  it('is one that was made, or none', () => {
    const texts = fc.oneof(fc.string(), fc.base64String(), fc.string().map(encoded));
    fc.assert(
      fc.property(texts, (text) => {
        const cursor = decodeCursor(text);
        expect(cursor === null || encodeCursor(cursor) === text).toBe(true);
      }),
    );
  });

  it.each([
    ['padding', `${encoded(`1.${ID}`)}=`],
    ['a leading zero', encoded(`01.${ID}`)],
    ['a negative time', encoded(`-1.${ID}`)],
    ['a time after the year 9999', encoded(`253402300800000.${ID}`)],
    ['an id that is none', encoded(`1.${ID.slice(1)}`)],
  ])('is none with %s', (_, text) => {
    expect(decodeCursor(text)).toBeNull();
  });
});
