import { normalizeContent } from '../../backend/memory';
import { TimeSlices } from '../../retrieval/time-slices';
import { isRepeated, updateOf } from './comparison';
import { clashOf } from './contradiction-rules';
import { differenceOf } from './difference';
import { statementsOf } from './read-statement';
import type { Statement } from './statement';
import {
  ConflictJudge,
  type Finding,
  type JudgedMemory,
  type Judgement,
  type MemoryPair,
  RULES,
  type Verdict,
  verdictOf,
} from './verdict';

/** How long rules may hold the event loop. */
const SLICE_MS = 10;

/** Judges by the built-in rules, which need no model. */
export class RulesJudge extends ConflictJudge {
  async judgePairs(pairs: readonly MemoryPair[], signal: AbortSignal): Promise<Judgement> {
    signal.throwIfAborted();
    const verdicts: (Verdict | null)[] = [];
    const read = remembering(statementsOf);
    await new TimeSlices(SLICE_MS, () => performance.now()).forEach(pairs, ({ older, newer }) => {
      signal.throwIfAborted();
      verdicts.push(judgeByRules(older, newer, read));
    });
    return { verdicts, generatedBy: RULES };
  }
}

/** A memory stands in several pairs, and reading it takes longer than comparing it. */
function remembering(read: (memory: JudgedMemory) => Statement[]): (memory: JudgedMemory) => Statement[] {
  const known = new WeakMap<JudgedMemory, Statement[]>();
  return (memory) => {
    const statements = known.get(memory) ?? read(memory);
    known.set(memory, statements);
    return statements;
  };
}

type Reader = (memory: JudgedMemory) => Statement[];

/** What a pair of memories comes to, by rules for English; null if both may stand. `read` may be a cache. */
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
