import { outcomeOf, reasonOf } from './webhook-words.ts';

it.each([
  [{ state: 'delivered', attempts: 1, lastStatus: 200, lastError: null }, 'delivered, answered 200'],
  [{ state: 'pending', attempts: 0, lastStatus: null, lastError: null }, 'queued'],
  [
    { state: 'pending', attempts: 1, lastStatus: 500, lastError: 'answered 500' },
    'waits after one attempt: answered 500',
  ],
  [
    { state: 'failed', attempts: 9, lastStatus: null, lastError: 'ECONNREFUSED' },
    'given up after 9 attempts: ECONNREFUSED',
  ],
] as const)('%j is %s', (delivery, words) => expect(outcomeOf(delivery)).toBe(words));

it('says why a webhook is paused, also for reasons of a newer service', () => {
  expect(reasonOf({ pauseReason: 'failures' })).toBe('its receiver failed too often in a row');
  expect(reasonOf({ pauseReason: 'tired' })).toBe('no reason is known');
  expect(reasonOf({ pauseReason: null })).toBe('no reason is known');
});
