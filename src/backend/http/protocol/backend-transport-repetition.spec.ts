import fc from 'fast-check';
import { Deadline } from '../../../common/deadline';
import { CallFault } from './call';
import { repeated, waitBefore } from './backend-transport';

const chance = fc.double({ min: 0, max: 1, noNaN: true });
const outage = (retryAfterMs: number | null = null) =>
  new CallFault('status', 'status 503', { status: 503, retryAfterMs });

/** How often a call is made that always fails so, and what comes of it. */
async function attemptsOf(error: Error, { isRepeatable = true, timeoutMs = 60_000 } = {}) {
  const deadline = new Deadline(timeoutMs);
  const last: boolean[] = [];
  const result = repeated(1, isRepeatable, deadline, (isLast) => {
    last.push(isLast);
    return Promise.reject(error);
  });
  await expect(result).rejects.toBe(error);
  deadline.end();
  return last;
}

describe('repetition', () => {
  it('makes four attempts at what is safe to repeat, and knows the last', async () => {
    expect(await attemptsOf(outage())).toEqual([false, false, false, true]);
  });

  it('makes one at what is not', async () => {
    expect(await attemptsOf(outage(), { isRepeatable: false })).toEqual([true]);
  });

  it.each(['key', 'refused', 'not sent', 'job'] as const)('makes one where the fault is %s', async (kind) => {
    expect(await attemptsOf(new CallFault(kind, 'so it is'))).toHaveLength(1);
  });

  it('does not wait for longer than there is time', async () => {
    expect(await attemptsOf(outage(60_000), { timeoutMs: 5_000 })).toHaveLength(1);
  });

  it('does not repeat what is wrong with itself', async () => {
    expect(await attemptsOf(new TypeError('a bug'))).toHaveLength(1);
  });

  it('waits twice as long each time, spread over the later half', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 5_000 }),
        chance,
        (count, base, spread) => {
          const wait = waitBefore(count, outage(), base, spread);
          const whole = Math.min(base * 2 ** (count - 1), 10_000);
          expect(wait).toBeGreaterThanOrEqual(whole / 2);
          expect(wait).toBeLessThanOrEqual(whole);
        },
      ),
    );
  });

  it('waits for as long as the server asks, and at most a moment more', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e9 }), fc.integer({ min: 1, max: 4 }), chance, (asked, count, spread) => {
        const wait = waitBefore(count, outage(asked), 200, spread);
        expect(wait).toBeGreaterThanOrEqual(asked);
        expect(wait).toBeLessThanOrEqual(asked + 200);
      }),
    );
  });
});
