import fc from 'fast-check';
import { processorMs } from '../../test/support/processor-time';
import { timesOf } from './query-times';
import { DAY_MS } from './time-range';

// A Saturday.
const NOW = Date.UTC(2026, 10, 21, 10);

const shown = (query: string): string[] =>
  timesOf(query, NOW).map(({ from, to }) => `${dateOf(from)} ${dateOf(to)}`);

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

describe('timesOf', () => {
  it.each([
    ['What happened yesterday?', '2026-11-20 2026-11-20'],
    ['last week', '2026-11-09 2026-11-15'],
    ['two weeks ago', '2026-11-02 2026-11-08'],
    ['Whom did I meet last month?', '2026-10-01 2026-10-31'],
    ['last year', '2025-01-01 2025-12-31'],
    ['in the last 3 days', '2026-11-18 2026-11-21'],
    ['the past two weeks', '2026-11-07 2026-11-21'],
    ['on Monday', '2026-11-16 2026-11-16'],
    ['What did she do in May 2023?', '2023-05-01 2023-05-31'],
    ['on 8 May, 2023', '2023-05-08 2023-05-08'],
    ['what changed on 2026-05-07', '2026-05-07 2026-05-07'],
    ['How often in 2023?', '2023-01-01 2023-12-31'],
    ['two weeks before August 11, 2023', '2023-07-28 2023-07-28'],
    ['from 3 May to 5 June 2022', '2022-05-01 2022-06-05'],
  ])('reads "%s"', (query, range) => {
    expect(shown(query)).toEqual([range]);
  });

  it.each([
    ...['January', 'Jan', 'jan.', 'February', 'Feb', 'March', 'mar', 'April', 'Apr', 'May', 'June', 'Jun'],
    ...['July', 'Jul', 'August', 'Aug.', 'September', 'Sept', 'sep', 'October', 'Oct', 'November', 'Nov'],
    ...['December', 'DEC'],
  ])('knows %s with a day in front of it or behind it', (month) => {
    expect(shown(`on the 5th of ${month}`)).toHaveLength(11);
    expect(shown(`since ${month} 5`)).toEqual(shown(`on the 5th of ${month}`));
  });

  it('takes a date without a year for that of this year and of ten before', () => {
    const ranges = shown('When did Melanie go camping in June?');
    expect(ranges).toHaveLength(11);
    expect([ranges[0], ranges[10]]).toEqual(['2026-06-01 2026-06-30', '2016-06-01 2016-06-30']);
  });

  it.each([
    'What did May say to Anna?',
    'May I ask',
    'April said hi to June',
    'march on',
    'wait a second now',
    'at 5 pm',
    '10 minutes ago',
    'sat down with Jan',
    'v2.3.1 and 2/3',
    '12.5.2023',
    'ORD-4411',
    'Which theme does the user like?',
  ])('reads no time in "%s"', (query) => {
    expect(shown(query)).toEqual([]);
  });

  it('reads times that begin before they end from any string', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'last ',
        'week',
        'may ',
        '8 ',
        '2023',
        '-',
        ' to ',
        'ago',
        'in ',
        'day',
        '31 feb ',
        'now',
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
        (pieces, now) => {
          for (const { from, to } of timesOf(pieces.join(''), now.getTime()))
            expect(from).toBeLessThanOrEqual(to);
        },
      ),
    );
  });

  it('reads the first 200 characters of a query, to the end of a word', () => {
    const words = 'what did we eat '.repeat(12);
    expect(words).toHaveLength(192);
    expect(shown(`${words}today in May 2023`)).toEqual(['2026-11-21 2026-11-21']);
    expect(shown(`${words}${' '.repeat(8)}today`)).toEqual([]);
    expect(shown(`${words}yesterday`)).toEqual([]);
    expect(shown(`${'我'.repeat(150)}，2026-05-07，${'我'.repeat(150)}`)).toEqual(['2026-05-07 2026-05-07']);
  });

  it('reads a text of 10,000 characters in the time of a short one', () => {
    const parts = [
      '5 days ',
      'may ',
      'last week ',
      '8th of may, ',
      'in 2023 ',
      'from ',
      'last ',
      '31 feb ',
      'in\t',
    ];
    for (const part of parts) {
      const text = part.repeat(Math.ceil(10_000 / part.length));
      // About 3 ms; in quadratic time the first takes 940 ms.
      expect(processorMs(() => timesOf(text, NOW))).toBeLessThan(180);
    }
  });
});
