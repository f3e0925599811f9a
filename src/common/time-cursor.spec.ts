import fc from 'fast-check';
import { encodeTimeCursor, requestedTimeCursor } from './time-cursor';
import { ValidationError } from './validation-error';

const cursors = fc.record({
  time: fc.date({ min: new Date(0), max: new Date(Date.UTC(9999, 11, 31)), noInvalidDate: true }),
  id: fc.uuid(),
});
const encoded = (text: string) => Buffer.from(text).toString('base64url');
const ID = '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e';

describe('a cursor by time and id', () => {
  it('is read back unchanged, and is safe in a URL', () => {
    fc.assert(
      fc.property(cursors, (cursor) => {
        expect(encodeTimeCursor(cursor)).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(requestedTimeCursor(encodeTimeCursor(cursor))).toEqual(cursor);
      }),
    );
  });

  it('has exactly one text', () => {
    const texts = fc.oneof(fc.string(), fc.base64String(), fc.string().map(encoded));
    fc.assert(
      fc.property(texts, (text) => {
        try {
          expect(encodeTimeCursor(requestedTimeCursor(text)!)).toBe(text);
        } catch (error) {
          expect(error).toBeInstanceOf(ValidationError);
        }
      }),
    );
  });

  it('may have ids of another form', () => {
    const text = encodeTimeCursor({ time: new Date(1), id: 'support-bot' });
    expect(requestedTimeCursor(text, /^[a-z-]+$/)).toEqual({ time: new Date(1), id: 'support-bot' });
    expect(() => requestedTimeCursor(text)).toThrow(ValidationError);
  });

  it('may be absent', () => {
    expect(requestedTimeCursor(null)).toBeNull();
  });

  it.each([
    ['padding', `${encoded(`1.${ID}`)}=`],
    ['a leading zero', encoded(`01.${ID}`)],
    ['a negative time', encoded(`-1.${ID}`)],
    ['a time after the year 9999', encoded(`253402300800000.${ID}`)],
    ['an id that is no UUID', encoded(`1.${ID.slice(1)}`)],
  ])('is refused with %s', (_, text) => {
    expect(() => requestedTimeCursor(text)).toThrow(ValidationError);
  });
});
