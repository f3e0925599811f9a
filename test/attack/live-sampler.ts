import { Worker } from 'node:worker_threads';

export interface LiveReport {
  /** Milliseconds that the slowest `/live` took beyond a bare server that was asked at the same moment. */
  worstMs: number;
  /** The same of the slowest hundredth. */
  p99Ms: number;
  /** Answers that were not 200. */
  failed: number;
  samples: number;
}

/** Asks `/live` every 20 ms from a thread of its own, which the attack does not delay. */
export class LiveSampler {
  private readonly worker = new Worker(require.resolve('./live-sampler.worker'), {
    workerData: { url: this.url },
  });

  constructor(private readonly url: string) {
    this.worker.on('error', (error) => {
      throw error;
    });
  }

  /** What was sampled since a time of `Date.now()`. A request that still waits counts with the time so far. */
  async since(time: number): Promise<LiveReport> {
    const report = new Promise<LiveReport>((resolve) => this.worker.once('message', resolve));
    this.worker.postMessage(time);
    return report;
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }
}
