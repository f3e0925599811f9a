import { countShared } from './clause-features';
import type { PairFeatures, ReadMemory } from './features';
import { type Clause, hasCue } from './read-clause';

/** Of 74 such pairs of long chats, 44 contradicted each other when a person read them. */
export const DENIED_CERTAINTY = 0.6;
/** At 0.6, a quarter more pairs are named, and one more of 37 that are contradictions. */
const LEAST_SHARE = 0.65;
const LEAST_TERMS = 2;

/** "Never" in one of both, and not as a word of change ("never again"). */
export function isDenied({ older, newer }: Pick<PairFeatures, 'older' | 'newer'>): boolean {
  return hasCue(newer, 'never') !== hasCue(older, 'never') && !hasCue(newer, 'change');
}

/** "I've never met Kelly at a book club", and the other memory, of the same person, has these words anywhere. */
export function saysWhatIsDenied(features: PairFeatures, older: ReadMemory, newer: ReadMemory): boolean {
  if (!isDenied(features)) return false;
  const [denial, other] = hasCue(features.newer, 'never') ? [features.newer, older] : [features.older, newer];
  const shared = countShared(denial.terms, other.whole.terms);
  const isMuch = shared >= LEAST_TERMS && shared / denial.terms.size >= LEAST_SHARE;
  return isMuch && isAboutSame(denial, other.clauses);
}

function isAboutSame(denial: Clause, clauses: readonly Clause[]): boolean {
  if (denial.isSelf) return clauses.some(({ isSelf }) => isSelf);
  return denial.actors.size > 0 && clauses.some(({ names }) => countShared(denial.actors, names) > 0);
}
