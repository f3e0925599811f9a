import fc from 'fast-check';
import { TextCache } from './text-cache';

const KEYS = Array.from({ length: 40 }, (_, n) => `agent_${n % 4}/${n}`);
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'é', '東', '😀', '\0'), maxLength: 200 }),
  fc.nat({ max: 3_000 }).map((length) => 'x'.repeat(length)),
);

const command = fc.oneof(
  { weight: 5, arbitrary: fc.record({ keep: fc.constantFrom(...KEYS), text }) },
  { weight: 5, arbitrary: fc.record({ find: fc.constantFrom(...KEYS) }) },
  { weight: 1, arbitrary: fc.constant({ clear: true }) },
);

describe('TextCache', () => {
  it('finds the last text of a key, or nothing, never another one', () => {
    let found = 0;
    fc.assert(
      fc.property(
        fc.nat({ max: 30_000 }),
        fc.array(command, { maxLength: 300, size: 'max' }),
        (budget, commands) => {
          const cache = new TextCache(budget);
          const last = new Map<string, string>();
          for (const each of commands) {
            if ('keep' in each) {
              cache.keep(each.keep, each.text);
              last.set(each.keep, each.text);
            } else if ('find' in each) {
              const kept = cache.find(each.find);
              if (kept !== null) found++;
              expect([null, last.get(each.find)]).toContain(kept);
            } else {
              cache.clear();
              last.clear();
            }
          }
        },
      ),
    );
    expect(found).toBeGreaterThan(100);
  });

  it('has nearly all that was kept last, as far as half of the budget goes', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 50, maxLength: 400, size: 'max' }), (texts) => {
        const cache = new TextCache(200_000);
        texts.forEach((each, n) => cache.keep(`k${n}`, each));
        let bytes = 0;
        let lost = 0;
        for (let n = texts.length - 1; n >= 0 && bytes < 100_000; n--) {
          bytes += Buffer.byteLength(texts[n] ?? '') + 512;
          if (cache.find(`k${n}`) !== texts[n]) lost++;
        }
        // By more than eight in a bucket.
        expect(lost).toBeLessThan(3);
      }),
      { numRuns: 30 },
    );
  });

  it('keeps what is asked for again and again, and drops the rest', () => {
    const cache = new TextCache(100_000);
    cache.keep('often', 'asked for');
    for (let n = 0; n < 3_000; n++) {
      cache.keep(`k${n}`, 'x'.repeat(2_000));
      expect(cache.find('often')).toBe('asked for');
    }
    expect(cache.find('k0')).toBeNull();
    expect(cache.find('k2999')).not.toBeNull();
  });

  it('does not find a former text where the new one is too long to keep', () => {
    const cache = new TextCache(10_000);
    cache.keep('k', 'short');
    cache.keep('k', 'x'.repeat(20_000));
    expect(cache.find('k')).toBeNull();
  });

  it('keeps nothing without a budget', () => {
    const cache = new TextCache(0);
    cache.keep('k', '');
    expect(cache.find('k')).toBeNull();
  });

  it('keeps most of what it has room for, and no more', () => {
    const budget = 8 * 1_048_576;
    const cache = new TextCache(budget);
    const key = (n: number): string => `agent/${n}`;
    const keepAndCount = (count: number): number => {
      for (let n = 0; n < count; n++) cache.keep(key(n), 'x'.repeat(700));
      // The newest first: what is found when it is old is written again.
      let kept = 0;
      for (let n = count - 1; n >= 0; n--) if (cache.find(key(n)) !== null) kept++;
      return kept;
    };
    expect(keepAndCount(8_750)).toBeGreaterThan(7_500);
    expect(keepAndCount(25_000) * 700).toBeLessThan(budget);
  });
});
