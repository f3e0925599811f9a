import fc from 'fast-check';
import { decodeToken, encodeToken } from './documents.service';
import { ProtocolError } from './protocol-error';

describe('a token of a page', () => {
  it('comes back as it went', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (after) => {
        const token = encodeToken(after);
        expect(token).toMatch(/^[\w-]+$/);
        expect(decodeToken(token)).toBe(after);
      }),
    );
  });

  it('is the first page when there is none', () => {
    for (const none of [null, '']) expect(decodeToken(none)).toBe(0);
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
      expect(() => decodeToken(token)).toThrow(ProtocolError);
    }
    fc.assert(
      fc.property(fc.string(), (token) => {
        try {
          expect(decodeToken(token)).toBeGreaterThanOrEqual(0);
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError);
        }
      }),
    );
  });
});
