import type { ScoredMemory } from '../backend/memory-search';
import type { OpenLink } from '../links/link';
import { withAdded, type BearingMemory } from './bearing';
import { evidenceOf } from './evidence';
import type { QuestionTerms } from './question-terms';
import { profiled, relationOf, type Compared, type Profiled } from './same-matter';
import { askedOf, isOfAnother } from './whose';

/** Memories that are compared at least: what bears, and what is newer, depends on those after the best one. */
export const LEAST_COMPARED = 10;

/** What the score of a memory about another person counts in the order. */
const OF_ANOTHER = 0.5;

/**
 * Results of a search, best first, with the newer memory before the older one where both are about the same subject and
 * attribute. Time orders nothing else: new memories are not better in general. The scores stay as they are. Only the first
 * `LEAST_COMPARED` are compared, so that the order is the same for every limit. `updates`: links that say so of two of them.
 * `at`: what begins later is a plan, which replaces nothing yet.
 */
export function newerFirst<T extends Compared>(
  query: string,
  results: readonly T[],
  updates: readonly OpenLink[] = [],
  at: number = Infinity,
): T[] {
  const compared = ofAskedFirst(query, results.slice(0, LEAST_COMPARED)).map(profiled);
  const says = relationOf<T>(query, updates);
  const isPlan = ({ result: { memory } }: Profiled<T>): boolean => (memory.validFrom?.getTime() ?? 0) > at;
  const outdoes: typeof says = (newer, older) => !isPlan(newer) && says(newer, older);
  const order: T[] = [];
  const begun = new Set<Profiled<T>>();
  /** Behind all that outdo it, and these behind all that outdo them: no move may undo another one. */
  const place = (each: Profiled<T>): void => {
    if (begun.has(each)) return;
    begun.add(each);
    for (const other of compared) if (!begun.has(other) && outdoes(other, each)) place(other);
    order.push(each.result);
  };
  compared.forEach(place);
  return [...order, ...results.slice(LEAST_COMPARED)];
}

/** With memories about another person than the one asked about at the places of half their scores. */
function ofAskedFirst<T extends Compared>(query: string, results: readonly T[]): readonly T[] {
  const asked = askedOf(query);
  if (asked === null) return results;
  const others = new Set(
    results.filter(({ inThread, memory }) => !inThread && isOfAnother(asked, memory.content)),
  );
  if (others.size === 0) return results;
  const weightOf = (result: T): number => result.score * (others.has(result) ? OF_ANOTHER : 1);
  return results.toSorted((one, other) => weightOf(other) - weightOf(one));
}

/**
 * The memories that bear on a question, and facts among the first results of its search that may replace one of them: these
 * say less of the question, because they were written later. The guard of names holds for them too.
 */
export function withNewer(
  question: QuestionTerms,
  bearing: readonly BearingMemory[],
  found: readonly ScoredMemory[],
): BearingMemory[] {
  const outdoes = relationOf<ScoredMemory>(question.text);
  const kept = new Set(bearing.map(({ memory }) => memory.id));
  const older = bearing.filter(({ inThread }) => !inThread).map(profiled<BearingMemory>);
  const newer = found
    .slice(0, LEAST_COMPARED)
    .filter(({ memory, inThread }) => !inThread && !kept.has(memory.id))
    .flatMap((result): BearingMemory[] => {
      const other = profiled(result);
      const replaced = older.find((one) => outdoes(other, one))?.result;
      if (replaced === undefined || evidenceOf(question, result).namesOthers) return [];
      const { certainty } = replaced.bears;
      return [{ ...result, bears: { certainty, reason: 'may replace a memory that does' } }];
    });
  return withAdded(bearing, newer);
}
