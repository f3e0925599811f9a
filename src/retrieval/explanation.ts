import type { DocumentTable } from './document-table';
import { scoreAmongNeighbours, withBonus } from './score-formulas';
import { bonusOf, newestFirst, type RankingRules } from './ranking';
import type { ScoreBoard } from './score-board';
import type { WordScores } from './word-scores';

/** Ranks by ordinal, from 1. */
type Ranks = ReadonlyMap<number, number>;

export interface Explanation {
  /** Of the hits that words find: their places in a search by words alone. */
  wordRanks: Ranks;
  vectorRanks: Ranks;
  /** See `SearchResult.candidates`. */
  candidates: number | null;
  /** Them, as ordinals; empty without `explain`. */
  passing: Uint32Array;
}

export const NOT_EXPLAINED: Explanation = {
  wordRanks: new Map(),
  vectorRanks: new Map(),
  candidates: null,
  passing: new Uint32Array(0),
};

/** `holders`: how many documents on the board hold a term; `similar`: documents found by vector, best first. */
export function explain(
  board: ScoreBoard,
  table: DocumentTable,
  rules: RankingRules,
  { words, holders, similar }: { words: WordScores; holders: number; similar: readonly number[] },
  hits: readonly number[],
): Explanation {
  for (let i = 0; i < holders; i++) {
    rules.links.eachNeighbour(board.listed[i]!, (ordinal) => board.list(ordinal));
  }
  const candidates = board.listed.subarray(0, board.count).filter(rules.passes);
  return {
    wordRanks: wordRanks(words, table, rules, candidates, hits),
    vectorRanks: new Map(similar.filter(rules.passes).map((ordinal, at) => [ordinal, at + 1])),
    candidates: candidates.length,
    passing: candidates,
  };
}

function wordRanks(
  words: WordScores,
  table: DocumentTable,
  rules: RankingRules,
  candidates: Uint32Array,
  hits: readonly number[],
): Ranks {
  const scores = new Float64Array(table.size);
  for (const ordinal of candidates) {
    words.settle(ordinal);
    const score = scoreAmongNeighbours(words.values, rules.links, table.asks, ordinal);
    scores[ordinal] = withBonus(score, bonusOf(rules, ordinal));
  }
  return ranksAmong(
    candidates,
    hits.filter((ordinal) => scores[ordinal]! > 0),
    (a, b) => scores[a]! > scores[b]! || (scores[a] === scores[b] && newestFirst(table, a, b) < 0),
  );
}

/** The ranks of a few of many; most are behind all of the few, which takes one comparison. */
function ranksAmong(
  many: Uint32Array,
  few: readonly number[],
  isBefore: (a: number, b: number) => boolean,
): Ranks {
  const sorted = few.toSorted((a, b) => (isBefore(a, b) ? -1 : 1));
  /** How many are before one of the few and not before the one in front of it. */
  const between = new Uint32Array(sorted.length + 1);
  for (const each of many) {
    let at = sorted.length;
    while (at > 0 && isBefore(each, sorted[at - 1]!)) at--;
    between[at]!++;
  }
  let before = 0;
  return new Map(
    sorted.map((ordinal, at) => {
      before += between[at]!;
      return [ordinal, before + 1];
    }),
  );
}
