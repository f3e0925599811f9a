import { termWeight } from './score-formulas';
import type { DocumentTable } from './document-table';
import type { Tokenizer } from './tokens';
import type { PostingList, Postings } from './postings';

/** Most postings that one search reads without a pause: about 20 ms. */
const MOST_POSTINGS = 4_000_000;

export interface QueryTerm {
  term: string;
  weight: number;
  list: PostingList | null;
  /** No document holds the term more often. */
  peak: number;
}

/** The distinct terms of a query, weighted over all live documents, whatever the filter. */
export function queryTerms(
  { table, postings, tokenizer }: { table: DocumentTable; postings: Postings; tokenizer: Tokenizer },
  text: string,
): QueryTerm[] {
  const { terms, forms } = tokenizer.tokenize(text);
  // A form that no document has would only lower every score; its words are terms of their own.
  const known = forms.filter((form) => postings.find(form)?.hasAny((ordinal) => table.state[ordinal] !== 0));
  const distinct = [...new Set([...terms, ...known])].map((term) => ({ term, list: postings.find(term) }));
  return rarest(distinct, MOST_POSTINGS).map(({ term, list }) => {
    return { term, list, weight: termWeight(table.live, holding(list, table)), peak: postings.peakOf(term) };
  });
}

/**
 * The rarest terms, in the order of the query, with at most `most` postings together, and at least one. The terms left
 * out weigh least, because most documents hold them.
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
