import type { Memory } from '../../backend/memory';
import type { Statement } from './statement';

export const CONFLICT_TYPES = ['contradiction', 'update', 'duplicate'] as const;
export type ConflictType = (typeof CONFLICT_TYPES)[number];

/** What one pair of memories comes to when it is no mere similarity. */
export interface Verdict {
  type: ConflictType;
  title: string;
  description: string;
  recommendation: string;
}

export type JudgedMemory = Pick<Memory, 'content' | 'title' | 'type' | 'createdAt'>;

export interface MemoryPair {
  older: JudgedMemory;
  newer: JudgedMemory;
}

/** `generatedBy` of the built-in rules. */
export const RULES = 'rules';

export interface Judgement {
  /** One a pair, in their order; null where both memories may stand side by side. */
  verdicts: (Verdict | null)[];
  /** `rules`, or the name of the model that judged. */
  generatedBy: string;
}

/** Tells which pairs of similar memories contradict, update or repeat each other. */
export abstract class ConflictJudge {
  /** Ends early, with the signal's reason, when `signal` is aborted. */
  abstract judgePairs(pairs: readonly MemoryPair[], signal: AbortSignal): Promise<Judgement>;
}

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

/** What a pair of memories comes to, before it is put into words. */
export interface Finding {
  type: ConflictType;
  /** Null for a duplicate. */
  clash: Clash | null;
}

/** A text on one line, without control characters, at most `max` code points long. */
export function shortened(text: string, max: number): string {
  const line = text
    .slice(0, max * 8)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  const points = Array.from(line);
  return points.length > max ? `${points.slice(0, max - 3).join('')}...` : line;
}

const MAX_QUOTED = 160;
const MAX_VALUE = 60;

const WHAT_DIFFERS = { number: 'Different numbers', date: 'Different times', value: 'Different values' };

/** The title of a verdict that has none. */
export const TITLES: Readonly<Record<ConflictType, string>> = {
  contradiction: 'Contradiction',
  update: 'Update',
  duplicate: 'Duplicate',
};

export const RECOMMENDATIONS: Readonly<Record<ConflictType, string>> = {
  contradiction: 'Find out which of the two holds, and expire the other.',
  update: 'Expire the older memory: the newer one says what changed.',
  duplicate: 'Keep one of the two: the other adds nothing.',
};

/** What the rules found, in words. */
export function verdictOf(finding: Finding, older: JudgedMemory, newer: JudgedMemory): Verdict {
  return {
    type: finding.type,
    title: titleOf(finding),
    description: `${quoted('The older memory', older)} ${quoted('The newer memory', newer)}`,
    recommendation: RECOMMENDATIONS[finding.type],
  };
}

function titleOf({ type, clash }: Finding): string {
  if (clash === null) return 'The same said twice';
  if (clash.what === 'denial') return type === 'update' ? 'No longer so' : 'One denies the other';
  const values = `${shortened(clash.older, MAX_VALUE)} / ${shortened(clash.newer, MAX_VALUE)}`;
  return type === 'update' ? `Changed: ${values}` : `${WHAT_DIFFERS[clash.what]}: ${values}`;
}

function quoted(who: string, { content, createdAt }: JudgedMemory): string {
  return `${who} (${createdAt.toISOString().slice(0, 10)}) says: "${shortened(content, MAX_QUOTED)}".`;
}
