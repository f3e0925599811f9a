import { isAbsolute, join } from 'node:path';
import type { OnModuleDestroy } from '@nestjs/common';
import { Deadline } from '../common/deadline';
import { traced } from '../common/tracing';
import { Embedder, EmbedderTimeout, shownModel } from './embedder';
import type { Prefixes } from './known-models';
import { modelCall } from './model-calls';
import { ModelWorker } from './model-worker';

export interface LocalEmbedderOptions {
  /** The absolute path of a folder, or the name of one in `modelsDir`. */
  model: string;
  /** Absolute. */
  modelsDir: string;
  /** Limits a whole call, including the wait in the queue and the loading of the model. */
  timeoutMs: number;
  prefixesOf: (model: string) => Prefixes;
}

/** Small jobs in a row before a slice of a large one: so many queries wait for one slice at most. */
const SMALL_IN_A_ROW = 8;

/** Runs an ONNX sentence-transformer from a local folder in a worker thread. */
export class LocalEmbedder extends Embedder implements OnModuleDestroy {
  readonly model: string;
  private readonly worker = new ModelWorker(require.resolve('./local-embedder.worker'));
  private readonly small: EmbeddingJob[] = [];
  private readonly large: EmbeddingJob[] = [];
  private smallInARow = 0;
  private working = false;
  private stopped = false;

  constructor(private readonly options: LocalEmbedderOptions) {
    super();
    this.model = options.model;
  }

  prefixesOf(model: string): Prefixes {
    return this.options.prefixesOf(model);
  }

  async embed(texts: readonly string[], model: string, signal?: AbortSignal): Promise<Float32Array[]> {
    if (texts.length === 0) return [];
    // Traces contain the name of the folder, not its path.
    const start = () => modelCall('embeddings', shownModel(model), { 'embeddings.texts': texts.length });
    return traced(start, () => this.enqueue(texts, model, signal));
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    for (const job of [...this.small, ...this.large]) job.reject(gaveUp());
    await this.worker.stop();
  }

  private async enqueue(
    texts: readonly string[],
    model: string,
    signal?: AbortSignal,
  ): Promise<Float32Array[]> {
    if (this.stopped || signal?.aborted) throw gaveUp();
    const job = new EmbeddingJob(this.folderOf(model), texts);
    const deadline = new Deadline(this.options.timeoutMs, signal);
    deadline.signal.addEventListener('abort', () => job.reject(gaveUp(job.finished)), { once: true });
    (job.isSmall ? this.small : this.large).push(job);
    void this.work();
    return job.vectors.finally(() => deadline.end());
  }

  private async work(): Promise<void> {
    if (this.working) return;
    this.working = true;
    for (let job = this.nextJob(); job !== null; job = this.nextJob()) {
      const { folder } = job;
      await this.worker.ask({ folder, texts: job.next() }).then(job.fill.bind(job), job.reject.bind(job));
    }
    this.working = false;
  }

  /** Queries overtake batches, but a batch goes on now and then under any load of queries. */
  private nextJob(): EmbeddingJob | null {
    const smallFirst = this.smallInARow < SMALL_IN_A_ROW;
    const lanes = smallFirst ? [this.small, this.large] : [this.large, this.small];
    for (const lane of lanes) {
      while (lane[0]?.isOver) lane.shift();
      if (!lane[0]) continue;
      this.smallInARow = lane === this.small ? this.smallInARow + 1 : 0;
      return lane[0];
    }
    return null;
  }

  private folderOf(model: string): string {
    return isAbsolute(model) ? model : join(this.options.modelsDir, model);
  }
}

function gaveUp(finished?: ReadonlyMap<number, Float32Array>): EmbedderTimeout {
  return new EmbedderTimeout('The embedding model did not answer in time', finished);
}

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
