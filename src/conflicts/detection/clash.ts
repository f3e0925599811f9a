import type { Statement } from './statement';

/** What of two statements cannot both hold. */
export interface Clash {
  what: 'number' | 'date' | 'value' | 'denial';
  /** The value, or for a denial the whole statement, as written. */
  older: string;
  newer: string;
}

export function clash(what: Clash['what'], older: string, newer: string): Clash {
  return { what, older, newer };
}

/** Of two statements of which one denies the other. */
export function denial(older: Statement, newer: Statement): Clash {
  return clash('denial', older.text, newer.text);
}
