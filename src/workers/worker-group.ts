import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { asWorkerMessage, sendToWorker, type PrimaryMessage } from '../common/process-messages';

export interface WorkerGroupOptions {
  /** The file that each worker runs. */
  entry: string;
  count: number;
  /** Called when a worker ends and is restarted. */
  onRestart: (text: string) => void;
  /** Called when a worker repeatedly fails to restart. */
  onGivenUp: (reason: string) => void;
}

/** One worker and its replacements. */
interface Slot {
  shortLives: number;
  failedStarts: number;
}

const MAX_FAILED_STARTS = 5;
/** A worker that ran for this long did not end because of how it starts. */
const STABLE_MS = 60_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** Time to write and close what is left after the last request has ended. */
const CLOSE_MS = 15_000;
const STOP: PrimaryMessage = { kind: 'stop' };
const ALL_LISTEN: PrimaryMessage = { kind: 'all-listen' };
/** Exit code of a worker that has printed why it cannot start. */
const CANNOT_START = 1;

/** A worker that ended before it listened. */
export class WorkerDidNotStart extends Error {
  constructor(
    /** Null when a signal ended the worker, which then printed no error. */
    readonly code: number | null,
    signal: string | null,
  ) {
    super(`A worker ended while it started (${signal ?? `exit code ${code}`})`);
    this.name = 'WorkerDidNotStart';
  }
}

/** Starts a number of workers and replaces each that ends, until all are stopped. */
export class WorkerGroup {
  private readonly listening = new Map<Worker, boolean>();
  private readonly failures: string[] = [];
  /** Whether all workers of the start listened. */
  private hasStarted = false;
  private isStopping = false;

  constructor(private readonly options: WorkerGroupOptions) {
    // Metrics hold NaN and infinity, which JSON cannot express.
    cluster.setupPrimary({ exec: options.entry, serialization: 'advanced' });
  }

  /**
   * Resolves when all listen; the first starts alone, to report a common problem once. A worker that a signal or an
   * unknown failure ends before it listens is replaced. Throws `WorkerDidNotStart` when that does not help.
   */
  async start(): Promise<AddressInfo> {
    const slots = Array.from({ length: this.options.count }, () => ({ shortLives: 0, failedStarts: 0 }));
    const [first, ...others] = slots;
    if (!first) throw new RangeError('A group has at least one worker');
    const address = await this.forkUntilListening(first);
    await Promise.all(others.map((slot) => this.forkUntilListening(slot)));
    this.hasStarted = true;
    for (const [worker, listens] of this.listening) if (listens) sendToWorker(worker, ALL_LISTEN);
    return address;
  }

  private async forkUntilListening(slot: Slot): Promise<AddressInfo> {
    try {
      const address = await this.fork(slot);
      slot.failedStarts = 0;
      return address;
    } catch (error) {
      slot.failedStarts += 1;
      const isHopeless = error instanceof WorkerDidNotStart && error.code === CANNOT_START;
      if (isHopeless || slot.failedStarts === MAX_FAILED_STARTS) throw error;
      this.options.onRestart(`${(error as Error).message} and is restarted`);
      await delay(restartPause(slot.failedStarts));
      return this.forkUntilListening(slot);
    }
  }

  /** Lets every worker finish its requests, and kills those that take too long. Rejects if a worker failed to stop. */
  async stop(graceMs: number): Promise<void> {
    this.isStopping = true;
    const ended = [...this.listening.keys()].map((worker) => once(worker, 'exit'));
    for (const [worker, listens] of this.listening) {
      // A worker that is still starting does not read messages yet.
      if (listens) sendToWorker(worker, STOP);
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

  /** Starts a worker. Resolves with its address when it listens. */
  private fork(slot: Slot): Promise<AddressInfo> {
    // The process ends without the worker.
    if (this.isStopping) return new Promise(() => undefined);
    const worker = cluster.fork();
    const begun = performance.now();
    this.listening.set(worker, false);
    return new Promise((resolve, reject) => {
      worker.on('message', (raw: unknown) => {
        const message = asWorkerMessage(raw);
        if (message?.kind !== 'listening') return;
        this.listening.set(worker, true);
        if (this.hasStarted) sendToWorker(worker, ALL_LISTEN);
        if (this.isStopping) sendToWorker(worker, STOP);
        resolve(message.address);
      });
      // Failed starts and messages: the exit event follows.
      worker.on('error', () => undefined);
      worker.once('exit', (code: number | null, signal: string | null) => {
        const listened = this.listening.get(worker) === true;
        this.listening.delete(worker);
        if (this.isStopping) return this.noteStopped(code, listened);
        if (!listened) return reject(new WorkerDidNotStart(code, signal));
        slot.shortLives = shortLives(slot.shortLives, performance.now() - begun);
        this.options.onRestart(`A worker ended (${signal ?? `exit code ${code}`}) and is restarted`);
        void this.refork(slot);
      });
    });
  }

  private noteStopped(code: number | null, listened: boolean): void {
    if (listened && code !== null && code !== 0) this.failures.push(`a worker ended with exit code ${code}`);
  }

  private async refork(slot: Slot): Promise<void> {
    await delay(restartPause(slot.shortLives));
    try {
      await this.fork(slot);
      slot.failedStarts = 0;
    } catch {
      slot.shortLives += 1;
      slot.failedStarts += 1;
      if (slot.failedStarts < MAX_FAILED_STARTS) await this.refork(slot);
      else this.options.onGivenUp(`A worker failed to start ${MAX_FAILED_STARTS} times in a row`);
    }
  }
}

/** The number of short lives in a row, after a worker that lived for `livedMs`. */
export function shortLives(before: number, livedMs: number): number {
  return livedMs >= STABLE_MS ? 0 : before + 1;
}

/** Milliseconds before a restart: none after the first short life, then 0.5 s, doubled each time, up to 30 s. */
export function restartPause(lives: number): number {
  return lives <= 1 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (lives - 2));
}
