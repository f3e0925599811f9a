import type { Finding } from './finding';
import { shortened } from './shortened';
import type { ConflictType, JudgedMemory, Verdict } from './verdict';

const MAX_QUOTED = 160;
const MAX_VALUE = 60;

const WHAT_DIFFERS = { number: 'Different numbers', date: 'Different times', value: 'Different values' };

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
