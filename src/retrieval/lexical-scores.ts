import { termWeight, coveredScore, damping } from './score-formulas';
import type { DocumentTable } from './document-table';
import type { Tokenizer } from './tokens';
import type { PostingList, Postings } from './postings';
import type { ScoreBoard } from './ranking';
import { BestOf } from '../common/best-of';

/** Most postings that one search reads without a pause: about 20 ms. */
const MOST_POSTINGS = 4_000_000;

export interface QueryTerm {
  term: string;
  weight: number;
  /** Null when no document holds the term. */
  list: PostingList | null;
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
    return { term, list, weight: termWeight(table.live, holding(list, table)) };
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

/**
 * Puts all documents that hold a term on the board, with their lexical scores (see `coveredScore`) in `sums`. Returns
 * the best `limit` documents that pass.
 */
export function lexicalScores(
  board: ScoreBoard,
  terms: readonly QueryTerm[],
  table: DocumentTable,
  limit: number,
  passes: (ordinal: number) => boolean,
): BestOf<number> {
  let whole = 0;
  for (const { list, weight } of terms) {
    whole += weight;
    if (list !== null) addScores(board, list, weight, table);
  }
  return finishScores(board, whole, limit, passes);
}

function addScores(board: ScoreBoard, list: PostingList, weight: number, table: DocumentTable): void {
  const { sums, covered } = board;
  const { entries, start } = list;
  const { length } = table;
  const average = table.averageLength;
  const end = start + list.length;
  for (let i = start; i < end; i++) {
    const entry = entries[i]!;
    const ordinal = entry >>> 8;
    const frequency = entry & 0xff;
    board.list(ordinal);
    sums[ordinal]! += (weight * frequency) / (frequency + damping(length[ordinal]!, average));
    covered[ordinal]! += weight;
  }
}

function finishScores(
  board: ScoreBoard,
  whole: number,
  limit: number,
  passes: (ordinal: number) => boolean,
): BestOf<number> {
  const { sums, covered, listed, count } = board;
  const best = new BestOf<number>(limit, (a, b) => sums[b]! - sums[a]!);
  let worst = 0;
  for (let i = 0; i < count; i++) {
    const ordinal = listed[i]!;
    const own = coveredScore(sums[ordinal]!, covered[ordinal]!, whole);
    sums[ordinal] = own;
    if (own <= worst || !passes(ordinal)) continue;
    best.offer(ordinal);
    if (best.floor !== null) worst = sums[best.floor]!;
  }
  return best;
}
