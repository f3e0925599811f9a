/** Sums by document for one search at a time; kept between searches, since clearing is cheaper than allocating. */
export class ScoreBoard {
  sums = new Float64Array(0);
  covered = new Float64Array(0);
  /** The first `count` are the documents that hold a term of the query. */
  touched = new Uint32Array(0);
  count = 0;

  get bytes(): number {
    return this.touched.length * 20;
  }

  /** Room for `documents` ordinals, all sums zero. */
  reset(documents: number): void {
    if (this.touched.length < documents) this.allocate(Math.ceil(documents * 1.25));
    for (let i = 0; i < this.count; i++) {
      const ordinal = this.touched[i]!;
      this.sums[ordinal] = 0;
      this.covered[ordinal] = 0;
    }
    this.count = 0;
  }

  private allocate(documents: number): void {
    this.sums = new Float64Array(documents);
    this.covered = new Float64Array(documents);
    this.touched = new Uint32Array(documents);
    this.count = 0;
  }
}
