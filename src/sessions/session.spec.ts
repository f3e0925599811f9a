import fc from 'fast-check';
import { expiryFrom, hasExpired, isRenewalDue, newSessionId, secondsLeft } from './session';

const MINUTE = 60_000;
const NOW = new Date('2026-05-01T12:00:00Z');

function endingIn(ms: number): { expiresAt: Date } {
  return { expiresAt: new Date(NOW.getTime() + ms) };
}

describe('hasExpired', () => {
  it.each([
    [1, false],
    [0, true],
    [-1, true],
  ])('with %i ms left is %s', (left, expected) => {
    expect(hasExpired(endingIn(left), NOW)).toBe(expected);
  });
});

describe('isRenewalDue', () => {
  const rule = { durationMs: 360 * MINUTE, windowMs: 30 * MINUTE };

  it.each([
    [30 * MINUTE + 1, false],
    [30 * MINUTE, true],
    [1, true],
  ])('with %i ms left of a window of 30 minutes is %s', (left, expected) => {
    expect(isRenewalDue(endingIn(left), NOW, rule)).toBe(expected);
  });

  it('never is for a session that has just begun or been renewed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.nat(1e10), (durationMs, windowMs) => {
        const fresh = { expiresAt: expiryFrom(NOW, { durationMs, windowMs }) };
        expect(isRenewalDue(fresh, NOW, { durationMs, windowMs })).toBe(false);
      }),
    );
  });

  it('never is where renewing would shorten the session', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.nat(1e10),
        fc.nat(1e10),
        (durationMs, windowMs, left) => {
          const session = endingIn(left);
          const renewed = expiryFrom(NOW, { durationMs, windowMs });
          fc.pre(isRenewalDue(session, NOW, { durationMs, windowMs }));
          expect(renewed.getTime()).toBeGreaterThan(session.expiresAt.getTime());
        },
      ),
    );
  });

  it('never is with a window of 0', () => {
    expect(isRenewalDue(endingIn(1), NOW, { ...rule, windowMs: 0 })).toBe(false);
  });
});

describe('secondsLeft', () => {
  it.each([
    [60_000, 60],
    [999, 0],
    [1_999, 1],
    [-5_000, 0],
  ])('of %i ms is %i', (ms, seconds) => {
    expect(secondsLeft(endingIn(ms), NOW)).toBe(seconds);
  });
});

describe('newSessionId', () => {
  it('is 12 hex digits of the given randomness', () => {
    expect(newSessionId((bytes) => Buffer.alloc(bytes, 0xab))).toBe('sess_abababababab');
  });
});
