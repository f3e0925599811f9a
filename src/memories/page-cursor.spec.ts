import * as fc from 'fast-check';
import { ValidationError } from '../common/validation-error';
import { decodeCursor, encodeCursor } from './page-cursor';

const cursors = fc.record({
  createdAt: fc.integer({ min: Date.parse('0001-01-01'), max: Date.UTC(9999, 11, 31) }),
  key: fc.stringMatching(/^[!-~]{1,256}$/),
});

const known = () => true;
const encoded = (text: string) => Buffer.from(text).toString('base64url');

describe('a page cursor', () => {
  it('comes back as it went', () => {
    fc.assert(
      fc.property(cursors, (cursor) => {
        expect(decodeCursor(encodeCursor(cursor), known)).toEqual(cursor);
      }),
    );
  });

  it('is safe in a URL', () => {
    fc.assert(fc.property(cursors, (cursor) => /^[A-Za-z0-9_-]+$/.test(encodeCursor(cursor))));
  });

  it('is either one that was made or refused as the body field it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.string().map(encoded)), (text) => {
        try {
          expect(encodeCursor(decodeCursor(text, known))).toBe(text);
        } catch (error) {
          expect(error).toBeInstanceOf(ValidationError);
          expect((error as ValidationError).issues[0]?.loc).toEqual(['body', 'cursor']);
        }
      }),
    );
  });

  it.each([
    ['a leading zero', encoded('01.1')],
    ['white space', encoded('1.1 2')],
    ['padding', `${encoded('1.12')}=`],
    ['a time before the year 1', encoded('-62135596800001.1')],
    ['a time after the year 9999', encoded('999999999999999.1')],
    ['an exponent', encoded('1e3.1')],
  ])('refuses %s', (_, text) => {
    expect(() => decodeCursor(text, known)).toThrow(ValidationError);
  });

  it('is refused when the backend does not know it', () => {
    expect(() => decodeCursor(encoded('1.12'), ({ key }) => key !== '12')).toThrow(ValidationError);
  });
});
