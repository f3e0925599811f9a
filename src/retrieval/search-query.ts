/** Which documents a search may find. A null field does not narrow; an empty list lets nothing pass. */
export interface SearchFilter {
  types: readonly string[] | null;
  /** Any of these. */
  tags: readonly string[] | null;
  sources: readonly string[] | null;
  /** Milliseconds since the epoch, inclusive. */
  createdAfter: number | null;
  /** Milliseconds since the epoch, inclusive. */
  createdBefore: number | null;
  status: 'active' | 'expired' | 'all';
}

export interface SearchQuery {
  text: string;
  /** The greatest number of hits. */
  limit: number;
  /** Hits that score less are left out; 0 to 1. */
  minScore: number;
  /** Milliseconds since the epoch, from which `yesterday` is seen. */
  now: number;
  /** Whether to count the candidates, which costs as much as the search. */
  count: boolean;
  filter: SearchFilter;
}

export interface SearchHit {
  id: string;
  /** Of the document as it was indexed. */
  version: number;
  /** 0 to below 1, comparable between queries; see `coveredScore` and `scoreAmongNeighbours`. */
  score: number;
  /** The part of `score` that is by its own words. */
  ownScore: number;
  /** The part that its neighbours lend; what remains is for being of a time that the query names. */
  lentScore: number;
  /** 1 for the best among the documents that pass the filter. */
  lexicalRank: number;
  /** The terms (stems) of the query that the document holds, in the order of the query. */
  matchedTerms: string[];
}

export interface SearchResult {
  /** Best first; equal scores by id. */
  hits: SearchHit[];
  /**
   * How many documents pass the filter and hold a term of the query, or neighbour one that does; null where
   * they were not counted.
   */
  candidates: number | null;
}
