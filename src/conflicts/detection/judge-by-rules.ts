import { normalizeContent } from '../../backend/memory';
import { clashOf } from './contradiction-rules';
import { differenceOf } from './difference';
import { isRepeated } from './duplicate-rules';
import type { Finding } from './finding';
import { statementsOf } from './read-statement';
import type { Statement } from './statement';
import { updateOf } from './update-rules';
import type { JudgedMemory, Verdict } from './verdict';
import { verdictOf } from './verdict-texts';

type Reader = (memory: JudgedMemory) => Statement[];

/**
 * Tells without a model what a pair of memories comes to; null where both may stand side by side. The rules are for
 * English; in other languages they find little more than repetitions and single numbers or dates that differ. `read`
 * may remember what it has read.
 */
export function judgeByRules(
  older: JudgedMemory,
  newer: JudgedMemory,
  read: Reader = statementsOf,
): Verdict | null {
  const finding = isEqual(older, newer) ? REPETITION : findingOf(read(older), read(newer));
  return finding === null ? null : verdictOf(finding, older, newer);
}

const REPETITION: Finding = { type: 'duplicate', clash: null };

function isEqual(older: JudgedMemory, newer: JudgedMemory): boolean {
  return normalizeContent(older.content) === normalizeContent(newer.content);
}

/** An update tells more than the contradiction that comes of it; a duplicate repeats every clause. */
function findingOf(older: Statement[], newer: Statement[]): Finding | null {
  const repeated = new Set<Statement>();
  let contradiction: Finding | null = null;
  for (const [one, other] of older.flatMap((each) => newer.map((next) => [each, next] as const))) {
    const finding = compare(one, other);
    if (finding === null) continue;
    if (finding.type === 'update') return finding;
    if (finding.type === 'duplicate') repeated.add(one).add(other);
    else contradiction ??= finding;
  }
  const isWhole = older.length > 0 && repeated.size === older.length + newer.length;
  return contradiction ?? (isWhole ? REPETITION : null);
}

function compare(older: Statement, newer: Statement): Finding | null {
  const difference = differenceOf(older, newer);
  const update = updateOf(older, newer, difference);
  if (update !== null) return { type: 'update', clash: update };
  if (isRepeated(older, newer, difference)) return REPETITION;
  const clash = clashOf(older, newer, difference);
  return clash === null ? null : { type: 'contradiction', clash };
}
