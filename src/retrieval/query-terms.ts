import { termWeight } from './bm25';
import type { DocumentTable } from './document-table';
import type { IndexParts } from './index-parts';
import type { PostingList } from './posting-list';

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
  const known = forms.filter((form) => holding(postings.find(form), table) > 0);
  return [...new Set([...terms, ...known])].map((term) => {
    const list = postings.find(term);
    return { term, list, weight: termWeight(table.live, holding(list, table)) };
  });
}

function holding(list: PostingList | null, table: DocumentTable): number {
  if (list === null) return 0;
  return table.dead === 0 ? list.length : list.countLive(table.state);
}
