/** Texts sent to the model at a time. It embeds as many of them as its time allows. */
const OFFERED = 32;

/** A call of `embed`, which the model works on one slice of texts at a time. */
export class EmbeddingJob {
  readonly vectors: Promise<Float32Array[]>;
  /** The vectors so far, by the position of their text. */
  readonly finished = new Map<number, Float32Array>();
  /** Positions of the texts left, short texts first: a model pads a slice to its longest text. */
  private readonly left: number[];
  private resolve!: (vectors: Float32Array[]) => void;
  private rejectVectors!: (error: unknown) => void;
  private failed = false;

  constructor(
    readonly folder: string,
    private readonly texts: readonly string[],
  ) {
    const lengthAt = (place: number) => texts[place]?.length ?? 0;
    this.left = texts.map((_, place) => place).sort((a, b) => lengthAt(a) - lengthAt(b));
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
    return this.failed || this.left.length === 0;
  }

  /** The texts to embed next. */
  next(): string[] {
    return this.left.slice(0, OFFERED).map((place) => this.texts[place] ?? '');
  }

  /** Stores the vectors of the first of the texts that `next` returned. */
  fill(vectors: readonly Float32Array[]): void {
    const places = this.left.splice(0, vectors.length);
    vectors.forEach((vector, i) => this.finished.set(places[i] ?? -1, vector));
    if (this.left.length > 0) return;
    this.resolve(this.texts.flatMap((_, place) => this.finished.get(place) ?? []));
  }

  reject(error: unknown): void {
    this.failed = true;
    this.rejectVectors(error);
  }
}
