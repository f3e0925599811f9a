import type { ConflictType } from '../../src/conflicts/verdict';
import { CONTRADICTIONS, DUPLICATES, UPDATES } from './conflicting-pairs';
import { FRESH_CONTRADICTIONS, FRESH_DUPLICATES, FRESH_INNOCENTS, FRESH_UPDATES } from './fresh-pairs';
import {
  HELD_OUT_CONTRADICTIONS,
  HELD_OUT_DUPLICATES,
  HELD_OUT_INNOCENTS,
  HELD_OUT_UPDATES,
} from './held-out-pairs';
import { INNOCENTS } from './innocent-pairs';
import { MANY_VALUES, ONE_VALUE } from './single-values';

export interface ConflictCase {
  older: string;
  newer: string;
  /** Null: both may stand side by side. */
  expected: ConflictType | null;
}

/** What the rules were tuned on. */
export const TUNED_PAIRS: ConflictCase[] = [
  ...casesOf(CONTRADICTIONS, 'contradiction'),
  ...casesOf(UPDATES, 'update'),
  ...casesOf(DUPLICATES, 'duplicate'),
  ...casesOf(INNOCENTS, null),
];

export const HELD_OUT_PAIRS: ConflictCase[] = [
  ...casesOf(HELD_OUT_CONTRADICTIONS, 'contradiction'),
  ...casesOf(HELD_OUT_UPDATES, 'update'),
  ...casesOf(HELD_OUT_DUPLICATES, 'duplicate'),
  ...casesOf(HELD_OUT_INNOCENTS, null),
];

/** What the vocabulary of the rules was cut by. */
export const FRESH_PAIRS: ConflictCase[] = [
  ...casesOf(FRESH_CONTRADICTIONS, 'contradiction'),
  ...casesOf(FRESH_UPDATES, 'update'),
  ...casesOf(FRESH_DUPLICATES, 'duplicate'),
  ...casesOf(FRESH_INNOCENTS, null),
];

/** For training the weights of reports only. */
export const SINGLE_VALUE_PAIRS: ConflictCase[] = [
  ...casesOf(ONE_VALUE, 'contradiction'),
  ...casesOf(MANY_VALUES, null),
];

/** One pair a line, older and newer apart by a bar. */
function casesOf(lines: string, expected: ConflictType | null): ConflictCase[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [older = '', newer = ''] = line.split(' | ');
      return { older, newer, expected };
    });
}
