import { coveredScore, damping } from './bm25';
import type { DocumentTable } from './document-table';
import type { PostingList } from './posting-list';
import type { QueryTerm } from './query-terms';
import type { ScoreBoard } from './score-board';
import { TopK } from './top-k';

/**
 * Lists on the board all documents that hold a term, and leaves in its sums what they score by their own words:
 * BM25 times coverage (see `coveredScore`). Answers the best `limit` of those that pass.
 */
export function scoreWords(
  board: ScoreBoard,
  terms: readonly QueryTerm[],
  table: DocumentTable,
  limit: number,
  passes: (ordinal: number) => boolean,
): TopK {
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
): TopK {
  const { sums, covered, listed, count } = board;
  const best = new TopK(limit, (a, b) => sums[a]! > sums[b]!);
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
