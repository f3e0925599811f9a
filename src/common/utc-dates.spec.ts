import * as fc from 'fast-check';
import { parseInstant, withOffset, zonelessMicroseconds } from './utc-dates';

const DAY_MS = 86_400_000;
const dates = fc.date({
  min: new Date('0001-01-02T00:00:00Z'),
  max: new Date('9998-12-30T23:59:59.999Z'),
  noInvalidDate: true,
});
const offsetMinutes = fc.integer({ min: -14 * 60, max: 14 * 60 });

function offsetText(minutes: number): string {
  const digits = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${digits(Math.floor(size / 60))}:${digits(size % 60)}`;
}

describe('parseInstant', () => {
  it('reads what Date writes', () => {
    fc.assert(
      fc.property(dates, (date) => {
        expect(parseInstant(date.toISOString(), 'end')).toEqual(date);
      }),
    );
  });

  it('reads an instant from whichever offset it is written with', () => {
    fc.assert(
      fc.property(dates, offsetMinutes, (date, minutes) => {
        const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, -1);
        expect(parseInstant(`${local}${offsetText(minutes)}`, 'start')).toEqual(date);
      }),
    );
  });

  it('takes a bare date for the first or the last millisecond of its day in UTC', () => {
    fc.assert(
      fc.property(dates, (date) => {
        const day = date.toISOString().slice(0, 10);
        const midnight = Date.parse(`${day}T00:00:00Z`);
        expect(parseInstant(day, 'start')?.getTime()).toBe(midnight);
        expect(parseInstant(day, 'end')?.getTime()).toBe(midnight + DAY_MS - 1);
      }),
    );
  });

  it('accepts a bare date exactly when a calendar has it', () => {
    const two = (value: number) => String(value).padStart(2, '0');
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9999 }),
        fc.integer({ min: 0, max: 13 }),
        fc.integer({ min: 0, max: 32 }),
        (year, month, day) => {
          const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
          const parsed = Date.parse(`${text}T00:00:00Z`);
          // Date.parse lets 30 February roll over in some engines, so the day must also come back.
          const real = !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(text);
          expect(parseInstant(text, 'start') !== null).toBe(real);
        },
      ),
    );
  });

  it('never throws and never answers an invalid Date', () => {
    const almostDates = fc.stringMatching(
      /^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}[:.,0-9Z+ -]{0,12}$/,
    );
    fc.assert(
      fc.property(fc.oneof(fc.string(), almostDates), (text) => {
        const instant = parseInstant(text, 'end');
        expect(Number.isNaN(instant?.getTime() ?? 0)).toBe(false);
      }),
    );
  });

  it.each([
    ['2026-05-01T12:00', '2026-05-01T12:00:00.000Z'],
    ['2026-05-01 12:00:30', '2026-05-01T12:00:30.000Z'],
    ['2026-05-01t12:00:30z', '2026-05-01T12:00:30.000Z'],
    ['2026-05-01T12:00:30.5Z', '2026-05-01T12:00:30.500Z'],
    ['2026-05-01T12:00:30,25Z', '2026-05-01T12:00:30.250Z'],
    ['2026-05-01T12:00:30.123456789Z', '2026-05-01T12:00:30.123Z'],
    ['2026-05-01T12:00:00+02', '2026-05-01T10:00:00.000Z'],
    ['2026-05-01T12:00:00-0530', '2026-05-01T17:30:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('reads %s', (text, expected) => {
    expect(parseInstant(text, 'start')?.toISOString()).toBe(expected);
  });

  it.each([
    '',
    'yesterday',
    '2026-02-29',
    '2026-13-01',
    '0000-01-01',
    '2026-5-1',
    '20260501',
    '2026-05-01T24:00:00Z',
    '2026-05-01T12:60:00Z',
    '2026-05-01T12:00:60Z',
    '2026-05-01T12:00:00+15:00',
    '2026-05-01T12:00:00+01:60',
    '2026-05-01T12:00:00 UTC',
    '2026-05-01\n',
    ' 2026-05-01',
    '1746100800',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '+002026-05-01T00:00:00Z',
  ])('refuses %j', (text) => {
    expect(parseInstant(text, 'start')).toBeNull();
  });
});

describe('the forms of an instant', () => {
  const instant = new Date('2026-05-01T12:34:56.789Z');

  it('has six digits and no zone for agents', () => {
    expect(zonelessMicroseconds(instant)).toBe('2026-05-01T12:34:56.789000');
  });

  it('has an explicit offset for listings', () => {
    expect(withOffset(instant)).toBe('2026-05-01T12:34:56.789+00:00');
  });
});
