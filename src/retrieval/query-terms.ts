import { termWeight } from './bm25';
import type { DocumentTable } from './document-table';
import type { IndexParts } from './index-parts';
import type { PostingList } from './posting-list';

/**
 * The postings that one search reads: a search runs without a pause, and this many take some 20 ms. Most queries of
 * most indexes stay far below.
 */
const MOST_POSTINGS = 4_000_000;

export interface QueryTerm {
  term: string;
  weight: number;
  /** Null when no document holds the term. */
  list: PostingList | null;
}

/** The distinct terms of a query. Their weights come from all live documents, whatever the filter. */
export function queryTerms({ table, postings, tokenizer }: IndexParts, text: string): QueryTerm[] {
  const { terms, forms } = tokenizer.tokenize(text);
  // A form that no document has would only make every score smaller: its words are there themselves.
  const known = forms.filter((form) => postings.find(form)?.hasAny((ordinal) => table.state[ordinal] !== 0));
  const distinct = [...new Set([...terms, ...known])].map((term) => ({ term, list: postings.find(term) }));
  return rarest(distinct, MOST_POSTINGS).map(({ term, list }) => {
    return { term, list, weight: termWeight(table.live, holding(list, table)) };
  });
}

/**
 * The terms with the shortest lists, in the order of the query, which together have no more than so many postings, and
 * the first of them in any case. What is left out weighs least, since most documents hold it.
 */
export function rarest<Term extends { list: Pick<PostingList, 'length'> | null }>(
  terms: readonly Term[],
  most: number,
): readonly Term[] {
  const lengthOf = ({ list }: Term): number => list?.length ?? 0;
  if (terms.reduce((sum, term) => sum + lengthOf(term), 0) <= most) return terms;
  const byLength = terms.toSorted((a, b) => lengthOf(a) - lengthOf(b));
  let sum = 0;
  const kept = new Set(byLength.filter((term, at) => (sum += lengthOf(term)) <= most || at === 0));
  return terms.filter((term) => kept.has(term));
}

function holding(list: PostingList | null, table: DocumentTable): number {
  if (list === null) return 0;
  return table.dead === 0 ? list.length : list.countLive(table.state);
}
