import type { ScoredMemory } from '../backend/memory-search';

/** UTF-16 units of a content that are compared. */
const COMPARED = 2_000;

type Scored = Pick<ScoredMemory, 'score'> & { memory: { content: string } };

/**
 * The best `limit` results by maximal marginal relevance (Carbonell and Goldstein, 1998): next is the one with the
 * greatest (1 - diversity) * score / best score - diversity * greatest similarity to one taken. Similarity is the
 * share of common words (Jaccard), which needs no model.
 */
export function diversified<T extends Scored>(results: readonly T[], diversity: number, limit: number): T[] {
  const best = results[0]?.score ?? 0;
  const left = results.map((result) => ({
    result,
    words: wordsOf(result),
    relevance: result.score / best,
    like: 0,
  }));
  const taken: T[] = [];
  while (taken.length < limit && left.length > 0) {
    const values = left.map(({ relevance, like }) => (1 - diversity) * relevance - diversity * like);
    const [next] = left.splice(values.indexOf(Math.max(...values)), 1);
    if (next === undefined) break;
    taken.push(next.result);
    for (const each of left) each.like = Math.max(each.like, similarity(each.words, next.words));
  }
  return taken;
}

function wordsOf({ memory }: Scored): Set<string> {
  return new Set(
    memory.content
      .slice(0, COMPARED)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  );
}

function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const word of one) if (other.has(word)) common++;
  const all = one.size + other.size - common;
  return all === 0 ? 1 : common / all;
}
