import type { Language } from '../common/languages';
import type { Postings } from './postings';
import type { Tokenizer } from './tokens';
import type { VectorSpace } from './vectors';
import type { VectorTable } from './vector-table';
import type { DocumentTable } from './document-table';
import { Links } from './links';
import type { GroupOrder } from './group-order';
import { Choices } from './choices';
import { compileFilter, compileTimes, speakerBonus } from './document-filter';
import { ASKERS_PART, exchangesOf, HALVES, onceAnExchange, type OtherHalfOf } from './exchanges';
import { explain, NOT_EXPLAINED, type Explanation } from './explanation';
import { scoreAmongNeighbours } from './score-formulas';
import { FusedScores, Ranking, type RankingRules } from './ranking';
import { ScoreBoard } from './score-board';
import { VectorScores, directionOf, type QueryDirection, vectorCandidates } from './vector-scores';
import { queryTerms, type QueryTerm } from './query-terms';
import { WordScores } from './word-scores';
import type {
  LexicalPlace,
  NeighbourMode,
  SearchHit,
  SearchQuery,
  SearchResult,
  VectorPlace,
} from './search-query';

export interface IndexParts {
  table: DocumentTable;
  postings: Postings;
  language: Language;
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
  words: WordScores;
  ranking: Ranking;
  links: Links;
  /** Null in a search by words alone. */
  vectors: VectorScores | null;
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
  const exchanges = exchangesOf(parts);
  const choices = Choices.of(query.filter, table);
  const rules: RankingRules = {
    limit: exchanges === null ? query.limit : query.limit * HALVES,
    links: linksOf(table.places, query.neighbours, table.size),
    passes: compileFilter(query.filter, table, choices),
    isTimely: query.times.length === 0 ? null : compileTimes(query.times, table),
    speaker: speakerBonus(parts, terms, query.text),
  };
  const direction = directionOf(query.vector, space, vectors);
  const asked = query.explainIds.map((id) => table.find(id)).filter((ordinal) => ordinal !== null);
  const isExplained = query.explain || query.explainIds.length > 0;
  board.reset(table.size);
  const words = new WordScores(board, terms, table, rules.links);
  // An explanation ranks all documents that hold a term.
  const holders = isExplained ? words.collectAll() : 0;
  const found = find(parts, words, { rules, direction, choices: isExplained ? null : choices });
  const places = placesOf(found.ranking, exchanges, rules, query.minScore);
  const best = [...places.keys()].slice(0, query.limit);
  const explanation = isExplained
    ? explain(board, table, rules, { ...found, holders }, [...new Set([...best, ...asked])])
    : NOT_EXPLAINED;
  const ranks = ranksOf(asked, rules, found.ranking, explanation);
  const describe = (ordinal: number): SearchHit => hit(parts, terms, found, explanation, ordinal);
  const shown = best.filter((ordinal) => board.scores[ordinal]! >= query.minScore);
  return {
    hits: shown.map(describe),
    places: shown.map((ordinal) => places.get(ordinal)!),
    standings: ranks.map(({ ordinal, rank }) => ({ rank, hit: describe(ordinal) })),
    candidates: explanation.candidates,
    retrieval: direction === null ? 'lexical' : 'hybrid',
    spaceId: space?.id ?? null,
    notEmbedded: vectors === null ? null : table.live - vectors.live,
    ...scoresOf(query, found.ranking, explanation),
  };
}

/** The best documents, in their order, each with the score by which it has its place. */
function placesOf(
  ranking: Ranking,
  exchanges: OtherHalfOf | null,
  { passes }: RankingRules,
  minScore: number,
): Map<number, number> {
  const { scores } = board;
  const ranked = ranking.sorted();
  if (exchanges === null) return new Map(ranked.map((ordinal) => [ordinal, scores[ordinal]!]));
  const speaksFor = (asker: number, reply: number): boolean =>
    passes(asker) && ranking.scoreOf(asker) >= Math.max(minScore, ASKERS_PART * scores[reply]!);
  return onceAnExchange(ranked, exchanges, speaksFor, scores);
}

/** The scores of all candidates, for ranks among those of several indexes. */
function scoresOf(
  { explainIds }: SearchQuery,
  ranking: Ranking,
  { passing }: Explanation,
): Pick<SearchResult, 'scores'> {
  if (explainIds.length === 0) return {};
  return { scores: Float64Array.from(passing, (ordinal) => ranking.scoreOf(ordinal)) };
}

/** The places of documents among all candidates; null for those that do not pass or do not match. */
function ranksOf(
  asked: readonly number[],
  { passes }: RankingRules,
  ranking: Ranking,
  { passing }: Explanation,
): { ordinal: number; rank: number | null }[] {
  if (asked.length > 0) for (const candidate of passing) ranking.scoreOf(candidate);
  return asked.map((ordinal) => {
    const isRanked = ranking.scoreOf(ordinal) > 0 && passes(ordinal);
    return { ordinal, rank: isRanked ? ranking.rankAmong(passing, ordinal) : null };
  });
}

/** What it costs to look a document with its neighbours up in a list, in entries of a list that is added as a whole. */
const LOOK_UP = 20;

interface Search {
  rules: RankingRules;
  direction: QueryDirection | null;
  /** Null where the filter makes none, or where an explanation ranks all documents. */
  choices: Choices | null;
}

function find(parts: IndexParts, words: WordScores, search: Search): Found {
  const { rules, direction, choices } = search;
  const vectors = direction === null ? 0 : parts.table.size;
  if (choices !== null && choices.count * words.width * LOOK_UP <= words.entries + vectors) {
    return findAmong(choices.all(), parts, words, search);
  }
  return direction === null ? findByWords(parts, words, rules) : findByBoth(parts, words, rules, direction);
}

/**
 * Scores each of these documents, which are few. A search of all would go through every list where few documents pass,
 * since its bounds come from the best that do.
 */
function findAmong(
  ordinals: Uint32Array,
  { table }: IndexParts,
  words: WordScores,
  { rules, direction }: Search,
): Found {
  const { links } = rules;
  const vectors = direction === null ? null : new VectorScores(direction, links, table.size);
  const own = vectors === null ? words : new FusedScores(words, vectors, links);
  const ranking = new Ranking(board, table, own, rules);
  for (const ordinal of ordinals) ranking.around(ordinal);
  return { words, ranking, links, vectors, similar: [] };
}

/**
 * Scores the documents with the best lexical scores and their neighbours in full. The worst of these gives the least
 * own score with which another document can still win, so few others need a full score; the result is exact.
 */
function findByWords({ table }: IndexParts, words: WordScores, rules: RankingRules): Found {
  const ranking = new Ranking(board, table, words, rules);
  const { limit, links, passes } = rules;
  words.collect(() => {
    for (const ordinal of words.best(limit, passes)) ranking.around(ordinal);
    return links.hasAny ? ranking.leastOwn : ranking.needed;
  });
  const least = (ordinal: number): number => (links.isLinked(ordinal) ? ranking.leastOwn : ranking.needed);
  words.eachFrom(least, (ordinal) => ranking.aroundBest(ordinal, words));
  return { words, ranking, links, vectors: null, similar: [] };
}

/**
 * Scores the best documents by words, the most similar ones, and the neighbours of both in full. Documents that do not
 * pass the filter are candidates too, because they can raise the score of a neighbour that does.
 */
function findByBoth(
  parts: IndexParts,
  words: WordScores,
  rules: RankingRules,
  direction: QueryDirection,
): Found {
  const { table } = parts;
  const { limit, links, passes } = rules;
  const candidates = Math.max(LEAST_CANDIDATES, limit * CANDIDATES_A_HIT);
  const least = words.worstOfBest(candidates, passes);
  const vectors = new VectorScores(direction, links, table.size);
  const ranking = new Ranking(board, table, new FusedScores(words, vectors, links), rules);
  words.eachFrom(
    () => least,
    (ordinal) => ranking.around(ordinal),
  );
  const matters = (ordinal: number): boolean => passes(ordinal) || links.someNeighbour(ordinal, passes);
  const similar = vectorCandidates(direction, table, candidates, matters);
  for (const ordinal of similar) ranking.around(ordinal);
  return { words, ranking, links, vectors, similar };
}

function hit(
  { table }: IndexParts,
  terms: readonly QueryTerm[],
  { ranking, vectors, links }: Found,
  explanation: Explanation,
  ordinal: number,
): SearchHit {
  return {
    id: table.idAt(ordinal),
    version: table.versionAt(ordinal),
    score: board.scores[ordinal]!,
    neighbourScore: ranking.neighbourScoreOf(ordinal),
    timeScore: ranking.timeScoreOf(ordinal),
    speakerScore: ranking.speakerScoreOf(ordinal),
    inThread: links.someNeighbour(ordinal, () => true),
    lexical: lexicalPlace(links, table.asks, explanation, ordinal),
    vector: vectors === null ? null : vectorPlace(vectors, explanation, ordinal),
    matchedTerms: terms
      .filter(({ lists }) => lists.some(({ list }) => list.has(ordinal)))
      .map(({ term }) => term),
  };
}

function lexicalPlace(
  links: Links,
  asks: Uint8Array,
  { wordRanks }: Explanation,
  ordinal: number,
): LexicalPlace | null {
  if (scoreAmongNeighbours(board.sums, links, asks, ordinal) === 0) return null;
  return { rank: wordRanks.get(ordinal) ?? null, score: board.sums[ordinal]! };
}

function vectorPlace(
  vectors: VectorScores,
  { vectorRanks }: Explanation,
  ordinal: number,
): VectorPlace | null {
  const similarity = vectors.direction.similarityOf(ordinal);
  if (similarity === null) return null;
  return { rank: vectorRanks.get(ordinal) ?? null, score: vectors.scoreOf(ordinal), similarity };
}

/** Shared by all searches, and as long as the longest index. */
const noLinks = new Links(0);

/** The neighbours that count in a search of `size` documents. */
function linksOf(places: GroupOrder, mode: NeighbourMode, size: number): Links {
  if (mode === 'auto') return places.inThread;
  if (mode === 'on') return places.inGroup;
  if (noLinks.before.length < size) noLinks.grow(Math.ceil(size * 1.25));
  return noLinks;
}
