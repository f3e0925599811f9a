import type { DocumentTable } from './document-table';
import type { Postings } from './postings';
import type { Tokenizer } from './tokens';
import type { VectorSpace } from './vectors';
import type { VectorTable } from './vector-table';
import { compileFilter, compileTimes } from './document-filter';
import { explain, NOT_EXPLAINED, type Explanation } from './explanation';
import { leastOwnScore, scoreAmongNeighbours } from './score-formulas';
import { FusedScores, WordScores, Ranking, type RankingRules, ScoreBoard } from './ranking';
import { directionOf, type QueryDirection, vectorCandidates } from './vector-candidates';
import { queryTerms, type QueryTerm, lexicalScores } from './lexical-scores';
import type { LexicalPlace, SearchHit, SearchQuery, SearchResult, VectorPlace } from './search-query';

/** What an index consists of, as a search reads it. */
export interface IndexParts {
  table: DocumentTable;
  postings: Postings;
  tokenizer: Tokenizer;
  /** Null without embeddings, as is `vectors`. */
  space: VectorSpace | null;
  vectors: VectorTable | null;
}

/**
 * In a hybrid search so many of the best by words, and by vectors, are scored in full, with those beside them:
 * about two milliseconds' work among 100,000 documents. What is further down in both is not among the first...
 */
const LEAST_CANDIDATES = 300;
/** ... or so many a hit that is wanted, where that is more. */
const CANDIDATES_A_HIT = 4;

/** A search runs from end to end without a pause, so one board serves all indexes. */
const board = new ScoreBoard();

/** What one search found, before it is told. */
interface Found {
  ranking: Ranking;
  /** Null where words alone were compared. */
  direction: QueryDirection | null;
  /** Of the documents on the board, the first so many hold a term. */
  holders: number;
  /** The most similar documents of those that pass the filter or lend to one that does, best first. */
  similar: readonly number[];
}

/**
 * The best documents for a query: what they score by words, and by vector where there is one (see `fusedScore`),
 * and what neighbours lend (see `scoreAmongNeighbours`). All live documents give weight to terms, keep their
 * places and lend, expired ones too: a filter changes which are found but not what they score.
 */
export function search(parts: IndexParts, query: SearchQuery): SearchResult {
  const { table, vectors, space } = parts;
  const terms = queryTerms(parts, query.text);
  const rules: RankingRules = {
    limit: query.limit,
    passes: compileFilter(query.filter, table),
    isTimely: query.times.length === 0 ? null : compileTimes(query.times, table),
  };
  const direction = directionOf(query.vector, space, vectors);
  board.reset(table.size);
  const found =
    direction === null ? findByWords(parts, terms, rules) : findByBoth(parts, terms, rules, direction);
  const best = found.ranking.sorted();
  const explanation = query.explain ? explain(board, table, rules, found, best) : NOT_EXPLAINED;
  return {
    hits: best
      .filter((ordinal) => board.scores[ordinal]! >= query.minScore)
      .map((ordinal) => hit(parts, terms, found, explanation, ordinal)),
    candidates: explanation.candidates,
    retrieval: direction === null ? 'lexical' : 'hybrid',
    spaceId: space?.id ?? null,
    notEmbedded: vectors === null ? null : table.live - vectors.live,
  };
}

/**
 * First those that are best by themselves are scored in full, with those beside them. The last of these tells
 * what a document needs at least, and that what it, or one that lends to it, needs by itself: few others do, and
 * only they and those beside them are scored in full too. The answer is the same as if all were.
 */
function findByWords({ table }: IndexParts, terms: readonly QueryTerm[], rules: RankingRules): Found {
  const bestAlone = lexicalScores(board, terms, table, rules.limit, rules.passes).sorted();
  const holders = board.count;
  const ranking = new Ranking(board, table, new WordScores(board.sums), rules);
  for (const ordinal of bestAlone) ranking.around(ordinal);
  rankFrom(leastOwnScore(ranking.needed), holders, ranking);
  return { ranking, direction: null, holders, similar: [] };
}

/**
 * The best by words and the most similar are scored in full, with those beside them; what a document scores does
 * not depend on how it was found. Those by words are all from the last of the best that pass the filter up,
 * whether they pass or not, and the most similar are of those that pass or stand by one that does: what does not
 * pass still lends.
 */
function findByBoth(
  parts: IndexParts,
  terms: readonly QueryTerm[],
  rules: RankingRules,
  direction: QueryDirection,
): Found {
  const { table } = parts;
  const candidates = Math.max(LEAST_CANDIDATES, rules.limit * CANDIDATES_A_HIT);
  const { floor } = lexicalScores(board, terms, table, candidates, rules.passes);
  const holders = board.count;
  const own = new FusedScores(board.sums, direction, table.places);
  const ranking = new Ranking(board, table, own, rules);
  rankFrom(floor === null ? 0 : board.sums[floor]!, holders, ranking);
  const { passes } = rules;
  const matters = (ordinal: number): boolean =>
    passes(ordinal) || table.places.someNeighbour(ordinal, passes);
  const similar = vectorCandidates(direction, table, candidates, matters);
  for (const ordinal of similar) ranking.around(ordinal);
  return { ranking, direction, holders, similar };
}

/** Ranks the documents that score so much by their words, and those beside them. */
function rankFrom(least: number, holders: number, ranking: Ranking): void {
  for (let i = 0; i < holders; i++) {
    const ordinal = board.listed[i]!;
    if (board.sums[ordinal]! >= least) ranking.around(ordinal);
  }
}

function hit(
  { table }: IndexParts,
  terms: readonly QueryTerm[],
  { ranking, direction }: Found,
  explanation: Explanation,
  ordinal: number,
): SearchHit {
  return {
    id: table.idAt(ordinal),
    version: table.versionAt(ordinal),
    score: board.scores[ordinal]!,
    neighbourScore: ranking.neighbourScoreOf(ordinal),
    timeScore: ranking.bonusOf(ordinal),
    lexical: lexicalPlace(table, explanation, ordinal),
    vector: direction === null ? null : vectorPlace(direction, explanation, ordinal),
    matchedTerms: terms.filter(({ list }) => list?.has(ordinal)).map(({ term }) => term),
  };
}

function lexicalPlace(
  { places }: DocumentTable,
  { wordRanks }: Explanation,
  ordinal: number,
): LexicalPlace | null {
  if (scoreAmongNeighbours(board.sums, places, ordinal) === 0) return null;
  return { rank: wordRanks.get(ordinal) ?? null, score: board.sums[ordinal]! };
}

function vectorPlace(
  direction: QueryDirection,
  { vectorRanks }: Explanation,
  ordinal: number,
): VectorPlace | null {
  const similarity = direction.similarityOf(ordinal);
  if (similarity === null) return null;
  return { rank: vectorRanks.get(ordinal) ?? null, score: direction.scoreOf(similarity), similarity };
}
