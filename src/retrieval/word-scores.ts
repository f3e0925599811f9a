import { BestOf } from '../common/best-of';
import type { DocumentTable } from './document-table';
import { NO_NEIGHBOUR, type Links } from './links';
import type { PostingList } from './postings';
import type { QueryTerm } from './query-terms';
import { LISTED, SETTLED, type OwnScores, type ScoreBoard } from './score-board';
import { coveredScore, damping } from './score-formulas';

/** Bounds are compared with this much room, because sums of other terms in another order are rounded otherwise. */
const ROUNDING = 1 + 1e-9;

/** Places to each side of a document on which the scores of its neighbours depend. */
const AROUND = 4;

interface WeighedList {
  weight: number;
  list: PostingList;
  cursor: PostingCursor;
  /** What this list and all after it can add to the sum and to the covered weight of a document. */
  mostSum: number;
  mostCovered: number;
}

/**
 * The lexical scores of documents (see `coveredScore`), in the board's `sums`. `collect` adds whole posting lists, the
 * heaviest first, until documents in the others alone cannot matter any more (MaxScore, Turtle and Flood, 1995). The
 * others are looked up when a score is needed. The order of terms is fixed, and so are the scores.
 */
export class WordScores implements OwnScores {
  readonly values: Float64Array;
  private readonly lists: readonly WeighedList[];
  /** The weight of all terms of the query. */
  private readonly whole: number;
  private readonly damping: ReturnType<typeof damping>;
  /** So many lists have been added. */
  private added = 0;

  constructor(
    private readonly board: ScoreBoard,
    terms: readonly QueryTerm[],
    private readonly table: DocumentTable,
    private readonly links: Links,
  ) {
    this.values = board.sums;
    this.damping = damping(table.averageLength);
    this.whole = terms.reduce((sum, { weight }) => sum + weight, 0);
    this.lists = weighedLists(terms, this.damping.least);
  }

  /** Entries of all lists. */
  get entries(): number {
    return this.lists.reduce((sum, { list }) => sum + list.length, 0);
  }

  /** How many lists have to be looked up for one document. */
  get width(): number {
    return this.lists.length;
  }

  /** Lists at least all documents that score `least()`, which is called after each list and must not fall. */
  collect(least: () => number): void {
    while (this.added < this.lists.length) {
      this.add(this.lists[this.added]!);
      this.added++;
      const needed = least();
      if (this.added < this.lists.length && this.most(0, 0) < needed) return;
    }
  }

  /** Puts all documents that hold a term on the board, settled, and returns how many they are. */
  collectAll(): number {
    this.collect(() => 0);
    const { count, listed } = this.board;
    for (let i = 0; i < count; i++) this.settleOne(listed[i]!);
    return count;
  }

  /** The best `limit` documents on the board that pass, by what is known of their scores, best first. */
  best(limit: number, passes: (ordinal: number) => boolean): number[] {
    const { listed, count } = this.board;
    const best = new BestOf<number>(limit, (a, b) => this.known(b) - this.known(a));
    let worst = 0;
    for (let i = 0; i < count; i++) {
      const ordinal = listed[i]!;
      if (this.known(ordinal) <= worst || !passes(ordinal)) continue;
      best.offer(ordinal);
      if (best.floor !== null) worst = this.known(best.floor);
    }
    return best.sorted();
  }

  /** The worst score among the best `limit` documents that pass; 0 when there are fewer. They and better ones are settled. */
  worstOfBest(limit: number, passes: (ordinal: number) => boolean): number {
    const atLeast = (): number => {
      const best = this.best(limit, passes);
      for (const ordinal of best) this.settleOne(ordinal);
      return best.length < limit ? 0 : Math.min(...best.map((ordinal) => this.values[ordinal]!));
    };
    let least = 0;
    this.collect(() => (least = atLeast()));
    this.eachFrom(
      () => least,
      () => undefined,
    );
    return atLeast();
  }

  /** Settles each document on the board whose score is at least `least` of it, and visits it. */
  eachFrom(least: (ordinal: number) => number, visit: (ordinal: number) => void): void {
    const { listed, count, marks, sums } = this.board;
    for (let i = 0; i < count; i++) {
      const ordinal = listed[i]!;
      const needed = least(ordinal);
      if ((marks[ordinal]! & SETTLED) === 0) this.settleFrom(needed, ordinal);
      if ((marks[ordinal]! & SETTLED) !== 0 && sums[ordinal]! >= needed) visit(ordinal);
    }
  }

  settle(ordinal: number): void {
    this.settleOne(ordinal);
    this.links.eachNeighbour(ordinal, (beside) => this.settleOne(beside));
  }

  settleOne(ordinal: number): void {
    if ((this.board.marks[ordinal]! & SETTLED) === 0) this.settleFrom(0, ordinal);
  }

  /** Notes as `bounds` what the score of a settled document is, and what those around can be: no more than it. */
  bound(ordinal: number): void {
    const { bounds } = this.board;
    const own = this.values[ordinal]!;
    bounds[ordinal] = own;
    for (const side of [this.links.before, this.links.after]) {
      let beside = side[ordinal]!;
      for (let place = 0; place < AROUND && beside !== NO_NEIGHBOUR; place++) {
        bounds[beside] = Math.min(own, this.atMost(beside));
        beside = side[beside]!;
      }
    }
  }

  private atMost(ordinal: number): number {
    const { sums, covered, marks } = this.board;
    const mark = marks[ordinal]!;
    if ((mark & SETTLED) !== 0) return sums[ordinal]!;
    const isListed = (mark & LISTED) !== 0;
    if (this.added === this.lists.length) return isListed ? this.known(ordinal) : 0;
    return isListed ? this.most(sums[ordinal]!, covered[ordinal]!) : this.most(0, 0);
  }

  private add({ list, weight }: WeighedList): void {
    const { sums, covered, marks, listed } = this.board;
    const { entries, start } = list;
    const { length } = this.table;
    const { least, each } = this.damping;
    const end = start + list.length;
    let { count } = this.board;
    for (let i = start; i < end; i++) {
      const entry = entries[i]!;
      const ordinal = entry >>> 8;
      const mark = marks[ordinal]!;
      if ((mark & LISTED) === 0) {
        listed[count++] = ordinal;
        marks[ordinal] = mark | LISTED;
      }
      if ((mark & SETTLED) !== 0) continue;
      const frequency = entry & 0xff;
      const score = (weight * frequency) / (frequency + least + each * length[ordinal]!);
      if (mark === 0) {
        sums[ordinal] = score;
        covered[ordinal] = weight;
      } else {
        sums[ordinal]! += score;
        covered[ordinal]! += weight;
      }
    }
    this.board.count = count;
  }

  /** Completes the score of a document, unless it turns out to be below `least`. */
  private settleFrom(least: number, ordinal: number): void {
    const { sums, covered, marks } = this.board;
    const { least: floor, each } = this.damping;
    const isListed = (marks[ordinal]! & LISTED) !== 0;
    let sum = isListed ? sums[ordinal]! : 0;
    let cover = isListed ? covered[ordinal]! : 0;
    for (let at = this.added; at < this.lists.length; at++) {
      if (this.most(sum, cover, at) < least) return;
      const { cursor, weight } = this.lists[at]!;
      const frequency = cursor.frequencyIn(ordinal);
      if (frequency === 0) continue;
      sum += (weight * frequency) / (frequency + floor + each * this.table.length[ordinal]!);
      cover += weight;
    }
    sums[ordinal] = this.scoreOf(sum, cover);
    marks[ordinal]! |= SETTLED;
  }

  /** The score of a document on the board, without the lists that were not added. */
  private known(ordinal: number): number {
    const { sums, covered, marks } = this.board;
    if ((marks[ordinal]! & SETTLED) !== 0) return sums[ordinal]!;
    return this.scoreOf(sums[ordinal]!, covered[ordinal]!);
  }

  /** The upper bound of a document's score with these sums, if all lists from `at` on are added. */
  private most(sum: number, covered: number, at = this.added): number {
    const { mostSum, mostCovered } = this.lists[at]!;
    return this.scoreOf(sum + mostSum, covered + mostCovered) * ROUNDING;
  }

  private scoreOf(sum: number, covered: number): number {
    return this.whole === 0 ? 0 : coveredScore(sum, covered, this.whole);
  }
}

/** The lists of the terms, the heaviest first. */
function weighedLists(terms: readonly QueryTerm[], leastDamping: number): WeighedList[] {
  const heaviest = terms.flatMap(({ lists }) => lists).sort((a, b) => b.weight - a.weight);
  let [mostSum, mostCovered] = [0, 0];
  return heaviest.reduceRight<WeighedList[]>((lists, { list, weight, peak }) => {
    mostSum += (weight * peak) / (peak + leastDamping);
    mostCovered += weight;
    return [{ list, weight, cursor: new PostingCursor(list), mostSum, mostCovered }, ...lists];
  }, []);
}

/** Looks documents up in a posting list, fast where each is not far behind the one before. */
export class PostingCursor {
  private readonly entries: Uint32Array;
  private readonly start: number;
  private readonly end: number;
  /** All entries before it are of lower ordinals than the last one looked up. */
  private at: number;

  constructor({ entries, start, length }: PostingList) {
    this.entries = entries;
    this.start = start;
    this.end = start + length;
    this.at = start;
  }

  /** How often the document holds the term; 0 when it does not. */
  frequencyIn(ordinal: number): number {
    const { entries, end } = this;
    let low = this.at;
    if (low > this.start && entries[low - 1]! >>> 8 >= ordinal) low = this.start;
    let high = low;
    for (let step = 1; high < end && entries[high]! >>> 8 < ordinal; step *= 2) {
      low = high + 1;
      high += step;
    }
    high = Math.min(high, end);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (entries[middle]! >>> 8 < ordinal) low = middle + 1;
      else high = middle;
    }
    this.at = low;
    const entry = low < end ? entries[low]! : 0;
    return low < end && entry >>> 8 === ordinal ? entry & 0xff : 0;
  }
}
