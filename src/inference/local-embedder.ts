import { basename, resolve } from 'node:path';
import type { OnModuleDestroy } from '@nestjs/common';
import { traced } from '../common/tracing';
import { Embedder, EmbedderUnavailable } from './embedder';
import { EmbeddingJob } from './embedding-job';
import { modelCall } from './model-calls';
import { ModelWorker } from './model-worker';

/** Runs an ONNX sentence-transformer of a local folder in a thread of this process. */
export class LocalEmbedder extends Embedder implements OnModuleDestroy {
  /** The absolute path of the folder. */
  readonly model: string;
  private readonly worker = new ModelWorker(require.resolve('./local-embedder.worker'));
  private readonly small: EmbeddingJob[] = [];
  private readonly large: EmbeddingJob[] = [];
  private turnOfSmall = true;
  private working = false;
  private stopped = false;

  /** `timeoutMs` is of a call as a whole, the time in the queue and the loading of the model included. */
  constructor(
    folder: string,
    private readonly timeoutMs: number,
  ) {
    super();
    this.model = resolve(folder);
  }

  async embed(texts: readonly string[], model: string, signal?: AbortSignal): Promise<Float32Array[]> {
    if (texts.length === 0) return [];
    // The name of the folder: where it lies is nobody's business.
    const start = () => modelCall('embeddings', basename(model), { 'embeddings.texts': texts.length });
    return traced(start, () => this.embedInTurn(texts, model, signal));
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    for (const job of [...this.small, ...this.large]) job.reject(gaveUp());
    await this.worker.stop();
  }

  private async embedInTurn(
    texts: readonly string[],
    model: string,
    signal?: AbortSignal,
  ): Promise<Float32Array[]> {
    if (this.stopped || signal?.aborted) throw gaveUp();
    const job = new EmbeddingJob(model, texts);
    const giveUp = () => job.reject(gaveUp());
    const timer = setTimeout(giveUp, this.timeoutMs);
    signal?.addEventListener('abort', giveUp, { once: true });
    (job.isSmall ? this.small : this.large).push(job);
    void this.work();
    return job.vectors.finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    });
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

  /** A query and a slice of a batch by turns: neither waits long for the other, and neither for ever. */
  private nextJob(): EmbeddingJob | null {
    const lanes = this.turnOfSmall ? [this.small, this.large] : [this.large, this.small];
    this.turnOfSmall = !this.turnOfSmall;
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
