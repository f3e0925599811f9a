import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { asWorkerMessage, tellWorker, type PrimaryMessage } from '../common/process-messages';
import { handOnWhenLost } from './handed-connections';
import { pauseBefore, shortLives } from './restart-pause';

export interface WorkerGroupOptions {
  /** The file that a worker runs. */
  entry: string;
  count: number;
  /** Told of workers that end, and are started anew. */
  onNews: (text: string) => void;
  /** Called when a worker cannot be started any more. */
  onGivenUp: (reason: string) => void;
}

/** A place for one worker, and those that follow it. */
interface Place {
  shortLives: number;
  failedStarts: number;
}

const MAX_FAILED_STARTS = 5;
/** What a worker may take to write and close what is left, after its requests have ended. */
const CLOSE_MS = 15_000;
const STOP: PrimaryMessage = { kind: 'stop' };

/** A worker that ended before it listened. */
export class WorkerDidNotStart extends Error {
  constructor(
    /** Null when a signal ended it, which it cannot have told anybody. */
    readonly code: number | null,
    signal: string | null,
  ) {
    super(`A worker ended while it started (${signal ?? `exit code ${code}`})`);
    this.name = 'WorkerDidNotStart';
  }
}

/** As many workers as are wanted: each that ends is replaced, until all are stopped. */
export class WorkerGroup {
  private readonly listening = new Map<Worker, boolean>();
  private readonly failures: string[] = [];
  private isStopping = false;

  constructor(private readonly options: WorkerGroupOptions) {
    // Messages may hold numbers that JSON has no words for.
    cluster.setupPrimary({ exec: options.entry, serialization: 'advanced' });
  }

  /**
   * Resolves when all listen. Rejects with `WorkerDidNotStart` when one does not come to that: the first one before
   * there are others, so that what is wrong with all is told once.
   */
  async start(): Promise<AddressInfo> {
    const places = Array.from({ length: this.options.count }, () => ({ shortLives: 0, failedStarts: 0 }));
    const [first, ...others] = places;
    if (!first) throw new RangeError('A group has at least one worker');
    const address = await this.fill(first);
    await Promise.all(others.map((place) => this.fill(place)));
    return address;
  }

  /**
   * Lets every worker end its requests, and kills what has not ended in time. Rejects, when all have ended, if some
   * did not do so well.
   */
  async stop(graceMs: number): Promise<void> {
    this.isStopping = true;
    const ended = [...this.listening.keys()].map((worker) => once(worker, 'exit'));
    for (const [worker, listens] of this.listening) {
      // One that is still starting serves nobody, and hears nothing yet.
      if (listens) tellWorker(worker, STOP);
      else worker.process.kill('SIGKILL');
    }
    const timer = setTimeout(() => this.kill(), graceMs + CLOSE_MS);
    await Promise.all(ended);
    clearTimeout(timer);
    if (this.failures.length > 0) throw new Error(this.failures.join('; '));
  }

  private kill(): void {
    for (const worker of this.listening.keys()) {
      this.failures.push('a worker did not end in time');
      worker.process.kill('SIGKILL');
    }
  }

  /** Starts a worker, and resolves with its address when it listens. */
  private fill(place: Place): Promise<AddressInfo> {
    const worker = cluster.fork();
    handOnWhenLost(worker);
    const begun = performance.now();
    this.listening.set(worker, false);
    return new Promise((resolve, reject) => {
      worker.on('message', (raw: unknown) => {
        const message = asWorkerMessage(raw);
        if (message?.kind !== 'listening') return;
        this.listening.set(worker, true);
        if (this.isStopping) tellWorker(worker, STOP);
        resolve(message.address);
      });
      // What cannot be started or told; its end is an event of its own.
      worker.on('error', () => undefined);
      worker.once('exit', (code: number | null, signal: string | null) => {
        const listened = this.listening.get(worker) === true;
        this.listening.delete(worker);
        if (this.isStopping) return this.noteStopped(code, listened);
        if (!listened) return reject(new WorkerDidNotStart(code, signal));
        place.shortLives = shortLives(place.shortLives, performance.now() - begun);
        this.options.onNews(`A worker ended (${signal ?? `exit code ${code}`}), and is started anew`);
        void this.refill(place);
      });
    });
  }

  private noteStopped(code: number | null, listened: boolean): void {
    if (listened && code !== null && code !== 0) this.failures.push(`a worker ended with exit code ${code}`);
  }

  private async refill(place: Place): Promise<void> {
    await delay(pauseBefore(place.shortLives));
    if (this.isStopping) return;
    try {
      await this.fill(place);
      place.failedStarts = 0;
    } catch {
      place.shortLives += 1;
      place.failedStarts += 1;
      if (place.failedStarts < MAX_FAILED_STARTS) await this.refill(place);
      else this.options.onGivenUp(`A worker failed to start ${MAX_FAILED_STARTS} times in a row`);
    }
  }
}
