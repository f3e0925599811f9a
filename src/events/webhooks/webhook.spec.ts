import { callsAtATime, pauseAfter, restAfter, ROUND_SECONDS } from './webhook';

it('tries again within 30 s, then after pauses that grow, for 24 hours', () => {
  const pauses = [...Array(12).keys()].map((at) => pauseAfter(at + 1));
  expect(pauses[0]).toBeLessThanOrEqual(30);
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
  const times = pauses.map((_, at) => pauses.slice(0, at + 1).reduce((sum, pause) => sum + pause, 0));
  const inRound = times.filter((time) => time <= ROUND_SECONDS);
  expect(inRound.at(-1)).toBeGreaterThan(20 * 3_600);
});

it('rests between calls of a receiver that fails, for at most 15 s', () => {
  expect([1, 2, 3, 4, 5, 20].map(restAfter)).toEqual([1, 2, 4, 8, 15, 15]);
});

it('calls a receiver that fails once at a time', () => {
  expect([0, 1, 7].map((failures) => callsAtATime({ failures }))).toEqual([4, 1, 1]);
});
