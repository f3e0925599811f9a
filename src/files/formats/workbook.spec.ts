import { numberKind, numberText } from './workbook';

describe('what a number format makes of a number', () => {
  it.each([
    [14, null, 'date'],
    [22, null, 'date'],
    [10, null, 'percent'],
    [2, null, 'plain'],
    [164, 'yyyy\\-mm\\-dd', 'date'],
    [165, '[$-409]d\\-mmm\\-yy;@', 'date'],
    [166, '[h]:mm', 'date'],
    [167, '0.0%', 'percent'],
    [168, '#,##0.00 "days"', 'plain'],
    [169, '[Red]#,##0', 'plain'],
    [170, 'General', 'plain'],
  ] as const)('%i %s: %s', (id, code, kind) => expect(numberKind(id, code)).toBe(kind));
});

describe('a number as it is seen', () => {
  it.each([
    ['45292', 'date', false, '2024-01-01'],
    ['45292.5625', 'date', false, '2024-01-01 13:30'],
    ['0.5', 'date', false, '12:00'],
    ['1', 'date', false, '1900-01-01'],
    ['59', 'date', false, '1900-02-28'],
    ['61', 'date', false, '1900-03-01'],
    ['43830', 'date', true, '2024-01-01'],
    ['0.125', 'percent', false, '12.5%'],
    ['0.30000000000000004', 'plain', false, '0.3'],
    ['12', 'plain', false, '12'],
    ['-3', 'date', false, '-3'],
    ['1e99', 'date', false, '1e+99'],
    ['#N/A', 'plain', false, '#N/A'],
  ] as const)('%s as %s (1904: %s): %s', (raw, kind, is1904, text) =>
    expect(numberText(raw, kind, is1904)).toBe(text),
  );
});
