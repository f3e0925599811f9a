import * as fc from 'fast-check';
import { contentKey, contentKeyBytes } from './fingerprints';

const BIGINT_MIN = -(2n ** 63n);
const BIGINT_MAX = 2n ** 63n - 1n;

describe('contentKey', () => {
  it('is a signed 64-bit number for any content', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (content) => {
        const key = BigInt(contentKey(content));
        expect(key >= BIGINT_MIN && key <= BIGINT_MAX).toBe(true);
      }),
    );
  });

  it('is the same for contents that differ in case and white space only', () => {
    expect(contentKey(' Tea\nfirst ')).toBe(contentKey('tea first'));
  });

  it('differs for other words', () => {
    expect(contentKey('tea')).not.toBe(contentKey('coffee'));
  });
});

describe('contentKeyBytes', () => {
  it('are those of the number, whatever its sign', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: BIGINT_MIN, max: BIGINT_MAX }), (key) => {
        expect(contentKeyBytes(key.toString()).readBigInt64BE(0)).toBe(key);
      }),
    );
  });
});
