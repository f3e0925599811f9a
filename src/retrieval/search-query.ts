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
  filter: SearchFilter;
}

export interface SearchHit {
  id: string;
  /** Of the document as it was indexed. */
  version: number;
  /** 0 to 1, comparable between queries: the share of the greatest score that the query allows. */
  score: number;
  /** 1 for the best among the documents that pass the filter. */
  lexicalRank: number;
  /** The terms (stems) of the query that the document holds, in the order of the query. */
  matchedTerms: string[];
}

export interface SearchResult {
  /** Best first; equal scores by id. */
  hits: SearchHit[];
  /** How many documents pass the filter and hold a term of the query. */
  candidates: number;
}
