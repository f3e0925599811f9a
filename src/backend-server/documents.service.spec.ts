import fc from 'fast-check';
import { decodeToken, encodeToken } from './documents.service';
import { ProtocolError } from './protocol-error';

const numbers = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const ranges = fc.record({ after: fc.nat(), until: fc.option(numbers) });
const limits = fc.integer({ min: 1, max: 100 });

describe('a token of a page', () => {
  it('comes back as it went', () => {
    fc.assert(
      fc.property(ranges, limits, (range, limit) => {
        const token = encodeToken(range, limit);
        expect(token).toMatch(/^[\w-]+$/);
        expect(decodeToken(token, limit)).toEqual(range);
      }),
    );
  });

  it('says where to go on, and not how far, to one who asks for pages of another size', () => {
    expect(decodeToken(encodeToken({ after: 7, until: 9 }, 100), 50)).toEqual({ after: 7, until: null });
  });

  it('is the first page when there is none', () => {
    for (const none of [null, '']) expect(decodeToken(none, 100)).toEqual({ after: 0, until: null });
  });

  it('is refused when it was made up', () => {
    const made = (text: string) => Buffer.from(text).toString('base64url');
    const foreign = [
      '1',
      made('01'),
      made('-1'),
      made('1.2'),
      made('1e3'),
      made('9007199254740993'),
      `${made('1')}=`,
    ];
    for (const token of foreign) {
      expect(() => decodeToken(token, 100)).toThrow(ProtocolError);
    }
    fc.assert(
      fc.property(fc.string(), (token) => {
        try {
          expect(decodeToken(token, 100).after).toBeGreaterThanOrEqual(0);
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError);
        }
      }),
    );
  });
});
