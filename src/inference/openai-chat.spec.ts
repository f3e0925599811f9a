import { retryWait } from './openai-chat';

const NOW = new Date('2026-05-01T12:00:00Z');

describe('the wait before a second try', () => {
  it.each<[number, string | null, number | null]>([
    [429, null, 500],
    [500, null, 500],
    [503, '2', 2_000],
    [429, ' 0.5 ', 500],
    [429, '0', 0],
    [503, 'Fri, 01 May 2026 12:00:03 GMT', 3_000],
    [503, 'Fri, 01 May 2026 11:00:00 GMT', 0],
    [503, 'soon', 500],
    [429, '20', 20_000],
    [429, '21', null],
    [429, '99999999999999999999', null],
    [400, null, null],
    [401, '1', null],
    [404, null, null],
  ])('after status %d with Retry-After %j is %j ms', (status, retryAfter, wait) => {
    expect(retryWait(status, retryAfter, NOW)).toBe(wait);
  });
});
