import { datesOf, mayBeSame, nameSameParts } from './dates';

// A Sunday.
const NOW = Date.UTC(2026, 4, 10, 10);

function partsOf(text: string): string[] {
  return datesOf(text, NOW).map(({ value: { year, month, day, weekday, minutes } }) =>
    [year, month, day, weekday, minutes].map((part) => part ?? '-').join(' '),
  );
}

describe('datesOf', () => {
  it.each([
    ['on 4 July', '- 7 4 - -'],
    ['July 4th, 2026', '2026 7 4 - -'],
    ['2026-07-04', '2026 7 4 - -'],
    ['on Friday at 3 pm', '- - - 5 900'],
    ['Friday, 15:00', '- - - 5 900'],
    ['on Tuesdays', '- - - 2 -'],
    ['tomorrow', '2026 5 11 - -'],
    ['since April', '- 4 - - -'],
  ])('reads %j', (text, parts) => {
    expect(partsOf(text)).toEqual([parts]);
  });

  it.each([
    'after 6 hours',
    'for 30 days',
    'now',
    'May works here',
    'port 8080',
    'PostgreSQL 14',
    'two weeks',
  ])('finds no time in %j', (text) => {
    expect(partsOf(text)).toEqual([]);
  });

  it('compares only what both leave certain', () => {
    const [withYear, without, weekday] = ['4 July 2026', '4 July', 'Monday'].map(
      (text) => datesOf(text, NOW)[0]?.value,
    );
    if (!withYear || !without || !weekday) throw new Error('Unread');
    expect(mayBeSame(withYear, without)).toBe(true);
    expect(nameSameParts(without, weekday)).toBe(false);
  });
});
