import type { MetadataFilter } from '../common/metadata';
import type { DayRange } from './time-range';
import type { ValidMoment } from './valid-time';
import type { QueryVector } from './vectors';

/**
 * Which memories get a part of their neighbours' scores. `auto`: turns of one thread, chunks of one file, and
 * memories of one `thread`. `on`: all that are next to each other in a session too. `off`: none.
 */
export const NEIGHBOUR_MODES = ['auto', 'on', 'off'] as const;
export type NeighbourMode = (typeof NEIGHBOUR_MODES)[number];

/** Which documents a search may find. A null field does not narrow; an empty list lets nothing pass. */
export interface SearchFilter {
  types: readonly string[] | null;
  /** Any of these. */
  tags: readonly string[] | null;
  sources: readonly string[] | null;
  /** Any of these: a scope, the beginning of scopes and `*`, or null for no scope; absent like null. */
  scopes?: readonly (string | null)[] | null;
  /** Each key with any of its values; absent like null. */
  metadata?: MetadataFilter | null;
  /** Both ends inclusive. */
  createdAfter: Date | null;
  createdBefore: Date | null;
  status: 'active' | 'expired' | 'all';
  /** Lets no session summary pass. */
  hidesSummaries?: boolean;
  /** Lets only documents pass that hold then, of each key the newest; absent: whenever they hold. */
  validAt?: ValidMoment;
}

export interface SearchQuery {
  text: string;
  limit: number;
  /** Hits that score less are left out; 0 to 1. */
  minScore: number;
  neighbours: NeighbourMode;
  /** The times that the text names, see `timesOf`: memories of these times score more. */
  times: readonly DayRange[];
  /** Whether to work out the ranks and the number of candidates, which costs as much as the search. */
  explain: boolean;
  /** Documents whose standing is worked out too, whether they are found or not, which costs as much as `explain`. */
  explainIds: readonly string[];
  /** Of the text, where there is one; ignored when it is of another space than the index. */
  vector: QueryVector | null;
  /** The document whose text it is: its vector is compared instead, where it has one. */
  ofMemory?: string;
  filter: SearchFilter;
}

/** A document as a search by words alone sees it. */
export interface LexicalPlace {
  /** 1 for the best document that passes the filter, neighbour scores included; null without `explain`. */
  rank: number | null;
  /** Of its own words: 0 to below 1, see `coveredScore`. */
  score: number;
}

/** A document as a search by vectors alone sees it. */
export interface VectorPlace {
  /** 1 for the most similar of the documents that pass the filter; null without `explain`, or far down. */
  rank: number | null;
  /** 0 to 1, see `VectorScores`. */
  score: number;
  /** Cosine of the angle between its vector and that of the query, -1 to 1. */
  similarity: number;
}

export interface SearchHit {
  id: string;
  /** Of the document as it was indexed. */
  version: number;
  /** 0 to below 1, comparable between queries; see `fusedScore` and `scoreAmongNeighbours`. */
  score: number;
  /** The part of `score` that comes from neighbours. */
  neighbourScore: number;
  /** The part of `score` that comes from a time that the query names. */
  timeScore: number;
  /** The part of `score` that comes from a speaker that the query names. */
  speakerScore: number;
  /** Whether it has a neighbour, whatever that says. */
  inThread: boolean;
  /** Null when neither it nor a neighbour holds a term of the query. */
  lexical: LexicalPlace | null;
  /** Null when it has no vector, or the search was lexical. */
  vector: VectorPlace | null;
  /** The terms (stems) of the query that the document holds, in the order of the query. */
  matchedTerms: string[];
}

/** A document among all that pass the filter and match. */
export interface DocumentStanding {
  /** Its score is what it would have if it passed the filter. */
  hit: SearchHit;
  /** 1 for the best; null for one that does not pass or does not match. */
  rank: number | null;
}

export interface SearchResult {
  /** Best first; of equal scores the newer first, then by id. */
  hits: SearchHit[];
  /** The score that gives each hit its place: its own, unless it is a half of an exchange. In descending order. */
  places: readonly number[];
  /** Of those of `explainIds` that exist. */
  standings: DocumentStanding[];
  /** Documents that pass the filter and match, or are neighbours of a match; null without `explain`. */
  candidates: number | null;
  /** `hybrid` when words and vectors were compared. */
  retrieval: 'hybrid' | 'lexical';
  /** `VectorSpace.id` of the index; null when it is without vectors. */
  spaceId: number | null;
  /** Live documents without a vector; null when the index is without vectors. */
  notEmbedded: number | null;
  /** The scores of all candidates, in no order; only with `explainIds`. */
  scores?: Float64Array;
}
