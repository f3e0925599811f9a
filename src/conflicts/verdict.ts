import type { Memory } from '../backend/memory';
import { shortened } from '../common/text';
import type { LinkKind } from '../links/link';

export const CONFLICT_TYPES = ['contradiction', 'update', 'duplicate'] as const;
export type ConflictType = (typeof CONFLICT_TYPES)[number];

/** What one pair of memories comes to when it is no mere similarity. */
export interface Verdict {
  type: ConflictType;
  title: string;
  description: string;
  recommendation: string;
}

const MAX_QUOTED = 160;
const MAX_CLAUSE = 60;

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

type Quoted = Pick<Memory, 'content' | 'createdAt'>;

/** A verdict in words. `ended`: the clause of the older memory that does not hold any more; null if that is not known. */
export function verdictInWords(
  type: LinkKind,
  { older, newer }: { older: Quoted; newer: Quoted },
  ended: string | null,
): Verdict {
  return {
    type,
    title: ended === null ? TITLES[type] : `No longer so: ${shortened(ended, MAX_CLAUSE)}`,
    description: `${quoted('The older memory', older)} ${quoted('The newer memory', newer)}`,
    recommendation: RECOMMENDATIONS[type],
  };
}

function quoted(who: string, { content, createdAt }: Quoted): string {
  return `${who} (${createdAt.toISOString().slice(0, 10)}) says: "${shortened(content, MAX_QUOTED)}".`;
}
