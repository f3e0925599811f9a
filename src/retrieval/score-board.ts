/** What has been done with a document, as bits: it is on the board, its score by words is final, it is ranked. */
export const LISTED = 1;
export const SETTLED = 2;
export const RANKED = 4;

/** Room for documents to come, as a share of those there are. */
const SLACK = 1.125;

/** Sums by document for one search at a time; kept between searches, since clearing is cheaper than allocating. */
export class ScoreBoard {
  /** Of a listed document: the BM25 sum and the weight of its terms, of the lists added; settled: its score by words. */
  sums = new Float64Array(0);
  covered = new Float64Array(0);
  /** What scores by words can be at most, around the document that is looked at. */
  bounds = new Float64Array(0);
  /** With neighbour scores and bonuses. */
  scores = new Float64Array(0);
  /** The first `count` are the documents listed. */
  listed = new Uint32Array(0);
  count = 0;
  /** See `LISTED`; 0 where nothing has been done. */
  marks = new Uint8Array(0);

  /** Room for `documents` ordinals, none listed. */
  reset(documents: number): void {
    if (this.listed.length < documents) this.allocate(Math.ceil(documents * SLACK));
    this.marks.fill(0);
    this.count = 0;
  }

  /** Lists a document, once, with nothing added. */
  list(ordinal: number): void {
    const mark = this.marks[ordinal]!;
    if ((mark & LISTED) !== 0) return;
    this.marks[ordinal] = mark | LISTED;
    if (mark === 0) this.sums[ordinal] = this.covered[ordinal] = 0;
    this.listed[this.count++] = ordinal;
  }

  private allocate(documents: number): void {
    this.sums = new Float64Array(documents);
    this.covered = new Float64Array(documents);
    this.bounds = new Float64Array(documents);
    this.scores = new Float64Array(documents);
    this.listed = new Uint32Array(documents);
    this.marks = new Uint8Array(documents);
  }
}

/** The scores of documents by their own words and vectors, by ordinal. */
export interface OwnScores {
  readonly values: Float64Array;
  /** Computes the values of a document and its neighbours where they are missing. */
  settle(ordinal: number): void;
}
