import fc from 'fast-check';
import { isDuration, MAX_DURATION_MS, parseDuration } from './duration';

const MINUTES = { m: 1, h: 60, d: 1_440, w: 10_080, mo: 43_200, y: 525_600 } as const;
type Unit = keyof typeof MINUTES;
const units = fc.constantFrom<Unit>('m', 'h', 'd', 'w', 'mo', 'y');

describe('a duration', () => {
  it.each([
    ['30m', 1_800_000],
    ['12h', 43_200_000],
    ['7d', 604_800_000],
    ['2w', 1_209_600_000],
    ['3mo', 90 * 86_400_000],
    ['1y', 365 * 86_400_000],
    ['1000y', MAX_DURATION_MS],
    ['525600000m', MAX_DURATION_MS],
    ['never', null],
  ])('%s is %s milliseconds', (text, ms) => {
    expect(isDuration(text)).toBe(true);
    expect(parseDuration(text)).toBe(ms);
  });

  it.each([
    ...[
      '0d',
      '-1d',
      '+1d',
      '1.5h',
      '1,5h',
      '7 days',
      '7 d',
      ' 7d',
      '7d ',
      '7d\n',
      '07d',
      '00m',
      '1e3d',
      '0x1d',
    ],
    ...[
      '',
      'd',
      '7',
      '7D',
      '7M',
      '7s',
      '7ms',
      '7days',
      '1d12h',
      'Never',
      'NEVER',
      ' never',
      'nevers',
      'null',
    ],
    ...[
      '٧d',
      '７d',
      '1001y',
      '525600001m',
      '9999999999y',
      '99999999999999999999m',
      `1${'0'.repeat(10_000)}y`,
    ],
    ...['1constructor', '1__proto__'],
  ])('%j is none', (text) => {
    expect(isDuration(text)).toBe(false);
    expect(() => parseDuration(text)).toThrow(RangeError);
  });

  it('is the number times its unit, and leads to a date that exists, back and forth', () => {
    fc.assert(
      fc.property(units, fc.nat({ max: MAX_DURATION_MS / 60_000 }), (unit, n) => {
        const count = Math.max(1, Math.floor(n / MINUTES[unit]));
        const ms = parseDuration(`${count}${unit}`) ?? NaN;
        expect(ms).toBe(count * MINUTES[unit] * 60_000);
        expect(new Date(Date.UTC(2026, 0) - ms).getUTCFullYear()).toBeGreaterThan(1000);
        expect(new Date(Date.UTC(9999, 11) + ms).getTime()).not.toBeNaN();
      }),
    );
  });

  it('is what parses without throwing, whatever the text', () => {
    const parses = (text: string) => {
      try {
        return parseDuration(text) === null || true;
      } catch {
        return false;
      }
    };
    const shaped = fc.tuple(fc.oneof(fc.integer().map(String), fc.string()), fc.oneof(units, fc.string()));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          shaped.map(([count, unit]) => count + unit),
        ),
        (text) => {
          expect(isDuration(text)).toBe(parses(text));
        },
      ),
    );
  });

  it('is never shorter for a greater number', () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 1, max: 999 }), (unit, n) => {
        expect(parseDuration(`${n + 1}${unit}`) ?? NaN).toBeGreaterThan(parseDuration(`${n}${unit}`) ?? NaN);
      }),
    );
  });
});
