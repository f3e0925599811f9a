import { FailureLog } from './failure-log';

it('logs the first failure, then one line a minute with the number of failures', () => {
  const lines: string[] = [];
  let time = 5;
  const log = new FailureLog(
    (line) => lines.push(line),
    () => time,
  );
  log.note('Embedding pauses', 'late');
  for (time of [10_000, 20_000, 60_005]) log.note('Embedding pauses', 'late');
  time = 100_000;
  log.note('Embedding pauses', 'late');
  expect(lines).toEqual([
    'Embedding pauses: late',
    'Embedding pauses (3 failures since the last message): late',
  ]);
});
