import * as fc from 'fast-check';
import { contentKey, contentKeyBytes, contentKeys, formerContentKey } from './fingerprints';

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

  it.each([
    ['The card is 4111 1111 1111 1111.', 'the card is 4111-1111-1111-1111.'],
    ['Mail alice@acme.io', 'Mail Alice+news@ACME.io'],
    ['See https://www.acme.io/', 'See acme.io'],
  ])('is the same for identifiers in two ways of writing: %s', (one, other) => {
    expect(contentKey(one)).toBe(contentKey(other));
    expect(contentKeys(one)).toEqual([...new Set([contentKey(other), formerContentKey(one)])]);
  });

  it.each([
    ['Mail alice@acme.io', 'Mail alice.smith@acme.io'],
    ['Version 1.2.3', 'Version 12.3'],
    ['5-10 people', '510 people'],
  ])('differs for other identifiers: %s', (one, other) => {
    expect(contentKey(one)).not.toBe(contentKey(other));
  });

  it('is the key of earlier versions for contents without identifiers', () => {
    expect(contentKeys('Likes green tea')).toEqual([formerContentKey('Likes green tea')]);
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
