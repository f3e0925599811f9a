import fc from 'fast-check';
import { retryAfterMs } from './retry-after';

const NOW = new Date('2026-03-01T12:00:00Z');

describe('a Retry-After header', () => {
  it('is a number of seconds', () => {
    fc.assert(
      fc.property(fc.nat({ max: 999_999_999 }), (seconds) => {
        expect(retryAfterMs(` ${seconds} `, NOW)).toBe(seconds * 1_000);
      }),
    );
  });

  it('is a date, which is no wait once it is past', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), (seconds) => {
        const date = new Date(NOW.getTime() + seconds * 1_000).toUTCString();
        expect(retryAfterMs(date, NOW)).toBe(Math.max(0, seconds * 1_000));
      }),
    );
  });

  it.each(['Sunday, 01-Mar-26 12:00:10 GMT', 'Sun Mar  1 12:00:10 2026'])(
    'is a date in an obsolete form: %s',
    (date) => {
      expect(retryAfterMs(date, NOW)).toBe(10_000);
    },
  );

  it('asks for nothing when it is anything else', () => {
    for (const header of ['', 'soon', '-1', '1e3', 'Sunday', '2026-03-01T12:00:10Z', undefined, 3, ['3']]) {
      expect(retryAfterMs(header, NOW)).toBeNull();
    }
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const wait = retryAfterMs(text, NOW);
        expect(wait === null || (wait >= 0 && Number.isFinite(wait))).toBe(true);
      }),
    );
  });
});
