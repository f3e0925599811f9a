/** About 1,000 tokens: some tens of milliseconds of a small model on one processor. */
const MOST_CHARACTERS = 4_000;

/**
 * Groups of text positions, each short work for a model. A model pads a group to its longest text, so texts of similar
 * length share a group.
 */
export function textSlices(texts: readonly string[]): number[][] {
  const lengthAt = (place: number) => texts[place]?.length ?? 0;
  const places = texts.map((_, place) => place).sort((a, b) => lengthAt(a) - lengthAt(b));
  const slices: number[][] = [];
  let slice: number[] = [];
  for (const place of places) {
    if (slice.length > 0 && (slice.length + 1) * lengthAt(place) > MOST_CHARACTERS) {
      slices.push(slice);
      slice = [];
    }
    slice.push(place);
  }
  return slice.length > 0 ? [...slices, slice] : slices;
}

/** A call of `embed`, which the model works on one slice of texts at a time. */
export class EmbeddingJob {
  readonly vectors: Promise<Float32Array[]>;
  private readonly slices: number[][];
  private readonly filled: Float32Array[] = [];
  private resolve!: (vectors: Float32Array[]) => void;
  private rejectVectors!: (error: unknown) => void;
  private failed = false;

  constructor(
    readonly folder: string,
    private readonly texts: readonly string[],
  ) {
    this.slices = textSlices(texts);
    this.vectors = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.rejectVectors = reject;
    });
  }

  /** Probably a query, for which a user waits. */
  get isSmall(): boolean {
    return this.texts.length === 1;
  }

  get isOver(): boolean {
    return this.failed || this.slices.length === 0;
  }

  /** The texts to embed next. */
  next(): string[] {
    return (this.slices[0] ?? []).map((place) => this.texts[place] ?? '');
  }

  /** Stores the vectors of the texts that `next` returned. */
  fill(vectors: readonly Float32Array[]): void {
    const slice = this.slices.shift() ?? [];
    vectors.forEach((vector, i) => (this.filled[slice[i] ?? 0] = vector));
    if (this.slices.length === 0) this.resolve(this.filled);
  }

  reject(error: unknown): void {
    this.failed = true;
    this.rejectVectors(error);
  }
}
