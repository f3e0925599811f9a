/** What a number in a cell is. */
export type NumberKind = 'plain' | 'date' | 'percent';

/** Days from 1899-12-30 to 1970-01-01: day 1 of a workbook is 1900-01-01, and it counts a 29 February 1900. */
const UNIX_EPOCH_1900 = 25_569;
/** Days from 1904-01-01 to 1970-01-01, in workbooks that began on a Macintosh. */
const UNIX_EPOCH_1904 = 24_107;
const DAY_MS = 86_400_000;
const LAST_DAY = 2_958_466;

/** ECMA-376, part 1, 18.8.30: formats that have a number of their own. 27 to 36 and 50 to 58 are dates of East Asia. */
function builtInKind(id: number): NumberKind {
  if (id === 9 || id === 10) return 'percent';
  const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47);
  return isDate || (id >= 50 && id <= 58) ? 'date' : 'plain';
}

/** Elapsed time, and a bracket that nothing closes. */
const isKept = (part: string) => !part.endsWith(']') || /^\[(?:h+|m+|s+)\]$/i.test(part);

/** What a number format makes of a number; `code` is null for a format that is built in. */
export function numberKind(id: number, code: string | null): NumberKind {
  if (code === null) return builtInKind(id);
  // Texts, escaped characters, colours and conditions are no part of it; elapsed time, `[h]`, is.
  const bare =
    code
      .slice(0, 255)
      .replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
      .replaceAll(/\[[^\]]*(?:\]|$)/g, (part) => (isKept(part) ? part : ''))
      .split(';')[0] ?? '';
  if (/general/i.test(bare)) return 'plain';
  if (/[ymdhs]/i.test(bare)) return 'date';
  return bare.includes('%') ? 'percent' : 'plain';
}

/** A day number as a date, a time of day, or both, as ISO 8601 writes them without a zone. */
function dateText(days: number, is1904: boolean): string {
  const epoch = is1904 ? UNIX_EPOCH_1904 : UNIX_EPOCH_1900;
  // Before the 29 February 1900 that never was, day numbers are one less.
  const shifted = !is1904 && days >= 1 && days < 60 ? days + 1 : days;
  const seconds = Math.round(((shifted - epoch) * DAY_MS) / 1000);
  const [date = '', time = ''] = new Date(seconds * 1000).toISOString().slice(0, 19).split('T');
  const clock = time.endsWith(':00') ? time.slice(0, 5) : time;
  if (days < 1 && !is1904) return clock;
  return clock === '00:00' ? date : `${date} ${clock}`;
}

/** A number as a person sees it in the cell, without the noise of binary fractions. */
export function numberText(raw: string, kind: NumberKind, is1904: boolean): string {
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return raw;
  if (kind === 'date' && value >= 0 && value < LAST_DAY) return dateText(value, is1904);
  if (kind === 'percent') return `${Number((value * 100).toPrecision(12))}%`;
  return String(Number(value.toPrecision(15)));
}
