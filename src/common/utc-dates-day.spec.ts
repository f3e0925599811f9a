import fc from 'fast-check';
import { toUtcDay } from './utc-dates';

const NOW = new Date('2026-05-01T23:59:59.999Z');

describe('a day in UTC', () => {
  it('is that of the present when none is named', () => {
    const today = {
      date: '2026-05-01',
      start: new Date('2026-05-01T00:00:00.000Z'),
      end: new Date('2026-05-01T23:59:59.999Z'),
    };
    expect(toUtcDay(null, NOW)).toEqual(today);
    expect(toUtcDay(undefined, NOW)).toEqual(today);
    expect(toUtcDay('2026-05-01', NOW)).toEqual(today);
  });

  it('holds every instant of its date', () => {
    const instants = fc.date({
      min: new Date('0001-01-01'),
      max: new Date('9999-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, (instant) => {
        const day = toUtcDay(instant.toISOString().slice(0, 10), NOW);
        expect(day!.start <= instant && instant <= day!.end).toBe(true);
      }),
    );
  });

  it.each(['2026-02-30', '2026-13-01', '0000-01-01', '2026-5-1', '2026-05-01T00:00:00Z', '', ' 2026-05-01'])(
    'is not %j',
    (text) => {
      expect(toUtcDay(text, NOW)).toBeNull();
    },
  );
});
