import { NO_NEIGHBOUR, type Links } from './links';
import { CONTEXT, similarityScore, commonShare, usualDeviation, usualSimilarity } from './score-formulas';
import { signWords, writeSigns } from './sign-bits';
import { norm, type QueryVector, type VectorSpace } from './vectors';
import { BLOCK_SLOTS } from './vector-block';
import { NO_SLOT, type VectorTable } from './vector-table';
import type { DocumentTable } from './document-table';
import { BestOf } from '../common/best-of';

/** The sum of 2^10 squares, each at most 9, stays exact. */
const SQUARE_UNIT = 2 ** -36;

/** The vector of a query among the vectors of one index. */
export class QueryDirection {
  /** Of the vector that `contrastAt` compares. */
  readonly signs: Int32Array;
  private readonly length: number;
  /** The query at length one, less a share of the mean of the memories. */
  private readonly contrast: Float32Array;
  private readonly contrastLength: number;
  /** Makes the mean of all contrasts that of all similarities. */
  private readonly offset: number;
  /** The similarity of the query to unrelated memories. */
  private readonly usual: number;
  /** By how much contrasts with its memories differ from that, see `usualDeviation`. */
  private readonly deviation: number;

  constructor(
    private readonly values: Float32Array,
    readonly vectors: VectorTable,
    space: VectorSpace,
  ) {
    this.length = norm(values);
    const mean = vectors.mean();
    const share = this.length === 0 ? 0 : commonShare(vectors.live);
    this.contrast = values.map((each, i) => each / (this.length || 1) - share * mean[i]!);
    this.contrastLength = norm(this.contrast);
    this.offset = share * norm(mean) ** 2;
    this.signs = new Int32Array(signWords(values.length));
    writeSigns(this.contrast, this.signs, 0);
    this.usual = usualSimilarity(vectors.meanSimilarity(values, this.length), vectors.live, space);
    this.deviation = this.measureDeviation(space);
  }

  /** How similar a document is, -1 to 1; null where it has no vector. */
  similarityOf(ordinal: number): number | null {
    const slot = this.vectors.slotOf(ordinal);
    return slot === NO_SLOT ? null : this.compare(slot, this.values, this.length);
  }

  /** How many standard deviations a document is more similar than usual; null without a vector. */
  deviationsOf(ordinal: number): number | null {
    const slot = this.vectors.slotOf(ordinal);
    return slot === NO_SLOT ? null : (this.contrastAt(slot) - this.usual) / this.deviation;
  }

  /** The similarity of the document at a slot, less a share of what it has in common with all memories. */
  contrastAt(slot: number): number {
    return this.compare(slot, this.contrast, this.contrastLength) * this.contrastLength + this.offset;
  }

  private compare(slot: number, values: Float32Array, length: number): number {
    return this.vectors.blockOf(slot).similarity(slot % BLOCK_SLOTS, values, length);
  }

  /** Over a sample, in whole numbers, so that the sum does not depend on the order of the slots. */
  private measureDeviation(space: VectorSpace): number {
    let [squares, count] = [0, 0];
    this.vectors.eachSampled((slot) => {
      squares += Math.round((this.contrastAt(slot) - this.usual) ** 2 / SQUARE_UNIT);
      count++;
    });
    return usualDeviation(squares * SQUARE_UNIT, count, space);
  }
}

/** Null when only words can be compared: the index has no vectors, or the query has none of their space. */
export function directionOf(
  query: QueryVector | null,
  space: VectorSpace | null,
  vectors: VectorTable | null,
): QueryDirection | null {
  if (query === null || space === null || vectors === null || vectors.live === 0) return null;
  if (query.spaceId !== space.id || query.values.length !== space.dimensions) return null;
  return new QueryDirection(query.values, vectors, space);
}

/**
 * Vectors that are compared exactly. Of 100,000 random vectors around 100 or 1,000 centres, the exact top ten are nearly
 * always among the 2,000 nearest by signs; 500 lose up to an eighth.
 */
export const EXACT = 2000;

/** Shared by all searches, because a search runs without a pause. */
const nearest = { slots: new Uint32Array(0), distances: new Uint16Array(0) };

/** The slots of the EXACT nearest documents by signs that pass, with ties. Valid until the next search. */
export function nearestSlots(
  { vectors, signs }: QueryDirection,
  passes: (ordinal: number) => boolean,
): Uint32Array {
  reserve(vectors.size);
  const passing = collect(vectors, passes);
  if (passing <= EXACT) return nearest.slots.subarray(0, passing);
  const furthest = measure(vectors, signs, passing);
  return keepUpTo(furthest, passing);
}

function reserve(slots: number): void {
  if (nearest.slots.length >= slots) return;
  const capacity = Math.ceil(slots * 1.25);
  nearest.slots = new Uint32Array(capacity);
  nearest.distances = new Uint16Array(capacity);
}

function collect(vectors: VectorTable, passes: (ordinal: number) => boolean): number {
  const { slots } = nearest;
  let count = 0;
  for (let slot = 0; slot < vectors.size; slot++) if (passes(vectors.ordinalAt(slot))) slots[count++] = slot;
  return count;
}

/** Fills in the distances, and returns the distance within which at least EXACT vectors are. */
function measure(vectors: VectorTable, signs: Int32Array, count: number): number {
  const { slots, distances } = nearest;
  const histogram = new Uint32Array(vectors.dimensions + 1);
  for (let i = 0; i < count; i++) {
    const slot = slots[i]!;
    const distance = vectors.blockOf(slot).distance(slot % BLOCK_SLOTS, signs);
    distances[i] = distance;
    histogram[distance]!++;
  }
  let furthest = 0;
  for (let within = histogram[0]!; within < EXACT; within += histogram[furthest]!) furthest++;
  return furthest;
}

function keepUpTo(furthest: number, count: number): Uint32Array {
  const { slots, distances } = nearest;
  let kept = 0;
  for (let i = 0; i < count; i++) if (distances[i]! <= furthest) slots[kept++] = slots[i]!;
  return slots.subarray(0, kept);
}

/** The `limit` most similar documents (see `contrastAt`) of those that pass, best first, equal ones by id. */
export function vectorCandidates(
  direction: QueryDirection,
  table: DocumentTable,
  limit: number,
  passes: (ordinal: number) => boolean,
): number[] {
  const slots = nearestSlots(direction, passes);
  const contrasts = Float64Array.from(slots, (slot) => direction.contrastAt(slot));
  const ordinalAt = (at: number): number => direction.vectors.ordinalAt(slots[at]!);
  const best = new BestOf<number>(limit, (a, b) => {
    const difference = contrasts[b]! - contrasts[a]!;
    return difference !== 0 ? difference : table.compareIds(ordinalAt(a), ordinalAt(b));
  });
  for (let at = 0; at < slots.length; at++) best.offer(at);
  return best.sorted().map(ordinalAt);
}

/** For the running search: deviations by ordinal, and the number of the search that computed each. */
const scratch = { deviations: new Float64Array(0), computedBy: new Float64Array(0), search: 0 };

/** The scores of an index's documents by their vectors. Valid until the next instance is made. */
export class VectorScores {
  private readonly deviations: Float64Array;
  private readonly computedBy: Float64Array;
  private readonly search = ++scratch.search;

  /** `size`: documents of the index. */
  constructor(
    readonly direction: QueryDirection,
    private readonly links: Links,
    size: number,
  ) {
    if (scratch.deviations.length < size) {
      scratch.deviations = new Float64Array(size);
      scratch.computedBy = new Float64Array(size);
    }
    this.deviations = scratch.deviations;
    this.computedBy = scratch.computedBy;
  }

  /**
   * The score of a document by its vector, and by those right beside it (see `CONTEXT`), because a turn is often about
   * what the turns around it name; 0 where it has none.
   */
  scoreOf(ordinal: number): number {
    const own = this.deviationsOf(ordinal);
    if (Number.isNaN(own)) return 0;
    const before = this.deviationsOf(this.links.before[ordinal]!);
    const after = this.deviationsOf(this.links.after[ordinal]!);
    if (Number.isNaN(before) && Number.isNaN(after)) return similarityScore(own);
    const beside = (before || 0) + (after || 0);
    return similarityScore((own + CONTEXT * beside) / (1 + CONTEXT));
  }

  /** NaN for no document, and where it has no vector. */
  private deviationsOf(ordinal: number): number {
    if (ordinal === NO_NEIGHBOUR) return NaN;
    if (this.computedBy[ordinal] !== this.search) {
      this.computedBy[ordinal] = this.search;
      this.deviations[ordinal] = this.direction.deviationsOf(ordinal) ?? NaN;
    }
    return this.deviations[ordinal]!;
  }
}
