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

/** The parts of an index that a search reads. */
export interface IndexParts {
  table: DocumentTable;
  postings: Postings;
  tokenizer: Tokenizer;
  /** Null without embeddings, as is `vectors`. */
  space: VectorSpace | null;
  vectors: VectorTable | null;
}

/**
 * A hybrid search scores this many of the best documents by words, and by vectors, in full: about two milliseconds
 * of work among 100,000 documents. A document further down in both lists is not among the best.
 */
const LEAST_CANDIDATES = 300;
/** Used instead when `limit * CANDIDATES_A_HIT` is larger. */
const CANDIDATES_A_HIT = 4;

/** A search runs from end to end without a pause, so one board serves all indexes. */
const board = new ScoreBoard();

interface Found {
  ranking: Ranking;
  /** Null in a search by words alone. */
  direction: QueryDirection | null;
  /** The first so many documents on the board hold a term of the query. */
  holders: number;
  /** The most similar documents that pass the filter or are neighbours of one that does, best first. */
  similar: readonly number[];
}

/**
 * Finds the best documents for a query by words, by vector (see `fusedScore`) and by their neighbours (see
 * `scoreAmongNeighbours`). A filter decides which documents are found; it never changes their scores.
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
 * Scores the documents with the best lexical scores and their neighbours in full. The worst of these gives the least
 * own score with which another document can still win, so few others need a full score; the result is exact.
 */
function findByWords({ table }: IndexParts, terms: readonly QueryTerm[], rules: RankingRules): Found {
  const best = lexicalScores(board, terms, table, rules.limit, rules.passes).sorted();
  const holders = board.count;
  const ranking = new Ranking(board, table, new WordScores(board.sums), rules);
  for (const ordinal of best) ranking.around(ordinal);
  rankFrom(leastOwnScore(ranking.needed), holders, ranking);
  return { ranking, direction: null, holders, similar: [] };
}

/**
 * Scores the best documents by words, the most similar ones, and the neighbours of both in full. Documents that do not
 * pass the filter are candidates too, because they can raise the score of a neighbour that does.
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

/** Ranks the documents with at least this lexical score, and their neighbours. */
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
