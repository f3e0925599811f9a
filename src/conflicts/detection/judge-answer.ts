import { isObject } from '../../common/objects';
import { shortened } from './shortened';
import { CONFLICT_TYPES, type ConflictType, type Verdict } from './verdict';
import { RECOMMENDATIONS } from './verdict-texts';

const MAX_TITLE = 100;
const MAX_TEXT = 500;

const TITLES: Readonly<Record<ConflictType, string>> = {
  contradiction: 'Contradiction',
  update: 'Update',
  duplicate: 'Duplicate',
};

/**
 * The verdicts in a model's answer to a batch of `count` pairs, in their order. What names a pair or a type that does
 * not exist is dropped, and of two verdicts on a pair the second. Null for an answer that is no list of conflicts.
 */
export function readVerdicts(answer: unknown, count: number): (Verdict | null)[] | null {
  const rows = isObject(answer) ? answer.conflicts : answer;
  if (!Array.isArray(rows)) return null;
  const verdicts = Array.from({ length: count }, (): Verdict | null => null);
  for (const row of rows as unknown[]) {
    if (!isObject(row)) continue;
    const at = numberOf(row.pair) - 1;
    if (verdicts[at] === null) verdicts[at] = toVerdict(row);
  }
  return verdicts;
}

function toVerdict({ type, title, description, recommendation }: Record<string, unknown>): Verdict | null {
  const known = CONFLICT_TYPES.find((each) => each === type);
  if (known === undefined) return null;
  return {
    type: known,
    title: textOf(title, MAX_TITLE, TITLES[known]),
    description: textOf(description, MAX_TEXT, ''),
    recommendation: textOf(recommendation, MAX_TEXT, RECOMMENDATIONS[known]),
  };
}

/** Small models write numbers as texts now and then. */
function numberOf(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN;
}

/** One line, so that it can be shown as it is. */
function textOf(value: unknown, max: number, otherwise: string): string {
  const text = typeof value === 'string' ? shortened(value, max) : '';
  return text === '' ? otherwise : text;
}
