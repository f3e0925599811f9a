import { basename, resolve } from 'node:path';
import type { OnModuleDestroy } from '@nestjs/common';
import { Deadline } from '../common/deadline';
import { traced } from '../common/tracing';
import { Embedder, EmbedderUnavailable } from './embedder';
import { EmbeddingJob } from './embedding-job';
import { modelCall } from './model-calls';
import { ModelWorker } from './model-worker';

/** Runs an ONNX sentence-transformer from a local folder in a worker thread. */
export class LocalEmbedder extends Embedder implements OnModuleDestroy {
  /** Absolute path of the folder. */
  readonly model: string;
  private readonly worker = new ModelWorker(require.resolve('./local-embedder.worker'));
  private readonly small: EmbeddingJob[] = [];
  private readonly large: EmbeddingJob[] = [];
  private smallIsNext = true;
  private working = false;
  private stopped = false;

  /** `timeoutMs` limits a whole call, including the wait in the queue and the loading of the model. */
  constructor(
    folder: string,
    private readonly timeoutMs: number,
  ) {
    super();
    this.model = resolve(folder);
  }

  async embed(texts: readonly string[], model: string, signal?: AbortSignal): Promise<Float32Array[]> {
    if (texts.length === 0) return [];
    // Traces contain the name of the folder, not its path.
    const start = () => modelCall('embeddings', basename(model), { 'embeddings.texts': texts.length });
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
    const job = new EmbeddingJob(model, texts);
    const deadline = new Deadline(this.timeoutMs, signal);
    deadline.signal.addEventListener('abort', () => job.reject(gaveUp()), { once: true });
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

  /** Alternates between queries and slices of batches, so that neither delays the other for long. */
  private nextJob(): EmbeddingJob | null {
    const lanes = this.smallIsNext ? [this.small, this.large] : [this.large, this.small];
    this.smallIsNext = !this.smallIsNext;
    for (const lane of lanes) {
      while (lane[0]?.isOver) lane.shift();
      if (lane[0]) return lane[0];
    }
    return null;
  }
}

function gaveUp(): EmbedderUnavailable {
  return new EmbedderUnavailable('The embedding model did not answer in time');
}
