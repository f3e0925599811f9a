import { spokenDate, dayAt } from './time-range';

describe('spokenDate', () => {
  it.each([
    '[1:56 pm on 8 May, 2023] Caroline: Hey',
    'on 8th of May 2023.',
    'May 8, 2023',
    'MAY 8th 2023',
    'from 2023-05-08 on, until 9 June 2024',
  ])('reads the first day of "%s"', (text) => {
    const day = dayAt(2023, 5, 8);
    expect(spokenDate(text)).toEqual({ from: day, to: day });
  });

  it.each(['back in Feb 2024', 'February, 2024'])('reads the whole month of "%s"', (text) => {
    expect(spokenDate(text)).toEqual({ from: dayAt(2024, 2, 1), to: dayAt(2024, 2, 29) });
  });

  it.each([
    'May said so',
    'on 8 May',
    'in 2023',
    '31 February 2023',
    '2023-13-01',
    '12/05/2023',
    'marching 2023',
    'order 12023-05-08',
    '',
  ])('reads no date in "%s"', (text) => {
    expect(spokenDate(text)).toBeNull();
  });
});
