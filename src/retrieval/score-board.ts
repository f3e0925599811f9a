const UNLISTED = 0;
const LISTED = 1;
export const RANKED = 2;

/** Sums by document for one search at a time; kept between searches, since clearing is cheaper than allocating. */
export class ScoreBoard {
  /** The BM25 sum, then the document's own score. */
  sums = new Float64Array(0);
  covered = new Float64Array(0);
  /** With what its neighbours lend. */
  scores = new Float64Array(0);
  /** The first `count` are the documents listed. */
  listed = new Uint32Array(0);
  count = 0;
  /** What has been done with a document: UNLISTED, LISTED or RANKED. */
  marks = new Uint8Array(0);

  /** Room for `documents` ordinals, all sums zero, none listed. */
  reset(documents: number): void {
    if (this.listed.length < documents) this.allocate(Math.ceil(documents * 1.25));
    for (let i = 0; i < this.count; i++) {
      const ordinal = this.listed[i]!;
      this.sums[ordinal] = 0;
      this.covered[ordinal] = 0;
      this.marks[ordinal] = UNLISTED;
    }
    this.count = 0;
  }

  /** Lists a document, once. */
  list(ordinal: number): void {
    if (this.marks[ordinal] !== UNLISTED) return;
    this.marks[ordinal] = LISTED;
    this.listed[this.count++] = ordinal;
  }

  private allocate(documents: number): void {
    this.sums = new Float64Array(documents);
    this.covered = new Float64Array(documents);
    this.scores = new Float64Array(documents);
    this.listed = new Uint32Array(documents);
    this.marks = new Uint8Array(documents);
    this.count = 0;
  }
}
