import { formatDay, formatMoment, parseDay, parseMoment } from './dates.ts';

const now = new Date(2026, 2, 15, 10, 30);

describe('a moment', () => {
  it.each([
    ['30m', new Date(2026, 2, 15, 10, 0)],
    ['3h', new Date(2026, 2, 15, 7, 30)],
    ['2026-01-31T08:00:00Z', new Date(Date.UTC(2026, 0, 31, 8))],
    ['2026-01-31T08:00', new Date(2026, 0, 31, 8)],
    ['2026-01-31t08:00:30,5+01:00', new Date(Date.UTC(2026, 0, 31, 7, 0, 30, 500))],
  ])('is read from %s', (text, moment) => {
    expect(parseMoment(text, 'start', now)).toEqual(moment);
    expect(parseMoment(text, 'end', now)).toEqual(moment);
  });

  it.each(['1d', '2w'])('is %s before now, however long local days are', (text) => {
    const hours = text === '1d' ? 24 : 336;
    expect(now.getTime() - parseMoment(text, 'start', now).getTime()).toBe(hours * 3_600_000);
  });

  it.each([
    ['yesterday', 14],
    ['today', 15],
    ['2026-03-01', 1],
  ])('is the start or the end of the local day for %s', (text, day) => {
    expect(parseMoment(text, 'start', now)).toEqual(new Date(2026, 2, day));
    expect(parseMoment(text, 'end', now)).toEqual(new Date(new Date(2026, 2, day + 1).getTime() - 1));
  });

  it.each([
    ...['', 'soon', '2026-02-30', '2026-13-01', '2d3h', '-1d', '12', '2026', 'Tuesday'],
    ...['2026-02-30T10:00:00Z', '2026-01-31T25:00Z', 'Tue Jan 06 2026', 'Tokyo 5'],
  ])('is not read from %p', (text) => {
    expect(() => parseMoment(text, 'start', now)).toThrow(/is no date: give a day .*yesterday.*2d/);
  });
});

it('a day is that of the local time zone', () => {
  expect(parseDay('yesterday', now)).toBe('2026-03-14');
  expect(parseDay('12h', now)).toBe('2026-03-14');
  expect(formatDay(new Date(2026, 0, 5))).toBe('2026-01-05');
  expect(formatMoment(new Date(2026, 0, 5, 4, 3))).toBe('2026-01-05 04:03');
});
