import fc from 'fast-check';
import { isDue, nextTime, waitAfter, type RunHistory } from './maintenance-run';

const NIGHTLY = '55 23 * * *';
const DAY_MS = 86_400_000;
const FROM = Date.UTC(2026, 0, 1);

const instants = fc.integer({ min: 0, max: 365 * DAY_MS }).map((ms) => new Date(FROM + ms));
const daily = fc.record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) });
const ranAt = (lastStart: Date): RunHistory => ({ lastStart, attempts: 0, lastAttempt: null });
const at = (text: string) => new Date(text);

/** Of a daily schedule: today's time if it is still to come, else tomorrow's. */
function nextDaily({ hour, minute }: { hour: number; minute: number }, after: Date): Date {
  const today = Date.UTC(after.getUTCFullYear(), after.getUTCMonth(), after.getUTCDate(), hour, minute);
  return new Date(today > after.getTime() ? today : today + DAY_MS);
}

describe('the next time of a schedule', () => {
  it('is the first one after an instant, in UTC', () => {
    fc.assert(
      fc.property(daily, instants, ({ hour, minute }, after) => {
        expect(nextTime(`${minute} ${hour} * * *`, after)).toEqual(nextDaily({ hour, minute }, after));
      }),
    );
  });

  it.each([
    ['2026-05-01T23:54:59.999Z', '2026-05-01T23:55:00.000Z'],
    ['2026-05-01T23:55:00.000Z', '2026-05-02T23:55:00.000Z'],
    ['2026-05-01T23:55:00.001Z', '2026-05-02T23:55:00.000Z'],
  ])('after %s is %s', (after, next) => {
    expect(nextTime(NIGHTLY, at(after))).toEqual(at(next));
  });

  it('is an error where there is none', () => {
    expect(() => nextTime('0 0 30 2 *', at('2026-05-01T00:00:00Z'))).toThrow();
  });
});

describe('a run', () => {
  it('is due from the next time of the schedule on, however long it was missed', () => {
    fc.assert(
      fc.property(daily, instants, instants, ({ hour, minute }, lastStart, now) => {
        const due = nextDaily({ hour, minute }, lastStart);
        expect(isDue(`${minute} ${hour} * * *`, ranAt(lastStart), now)).toBe(due <= now);
      }),
    );
  });

  it('is not due right after one', () => {
    fc.assert(
      fc.property(daily, instants, ({ hour, minute }, now) => {
        expect(isDue(`${minute} ${hour} * * *`, ranAt(now), now)).toBe(false);
      }),
    );
  });

  it('is not due before anything is known of former ones', () => {
    const unknown = { lastStart: null, attempts: 0, lastAttempt: null };
    expect(isDue('* * * * *', unknown, at('2026-05-01T12:00:00Z'))).toBe(false);
  });

  it('is due at once when a changed schedule names an instant since the last one', () => {
    const [ran, now] = [at('2026-05-01T23:55:00Z'), at('2026-05-02T12:00:00Z')];
    expect(isDue(NIGHTLY, ranAt(ran), now)).toBe(false);
    expect(isDue('0 11 * * *', ranAt(ran), now)).toBe(true);
  });

  it('that broke off once is repeated at once', () => {
    const now = at('2026-05-03T00:00:00Z');
    const history = { lastStart: at('2026-05-01T23:55:00Z'), attempts: 1, lastAttempt: now };
    expect(isDue(NIGHTLY, history, now)).toBe(true);
  });

  it('that breaks off again and again waits longer each time, and at most an hour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 2_000 }), (attempts) => {
        const lastAttempt = at('2026-05-03T00:00:00Z');
        const history = { lastStart: at('2026-05-01T23:55:00Z'), attempts, lastAttempt };
        const wait = waitAfter(attempts);
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(3_600_000);
        expect(waitAfter(attempts + 1)).toBeGreaterThanOrEqual(wait);
        const after = (ms: number) => isDue(NIGHTLY, history, new Date(lastAttempt.getTime() + ms));
        expect([after(wait - 1), after(wait)]).toEqual([false, true]);
      }),
    );
  });
});
