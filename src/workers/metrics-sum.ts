import cluster, { type Worker } from 'node:cluster';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { asWorkerMessage, tellWorker, type WorkerMessage } from '../common/process-messages';
import { countedBy, sumOf, type MetricValues } from './sum-metrics';

/** A worker that does not answer within this is counted as it was when last asked. */
const ROUND_MS = 2_000;

/** The workers are asked once for all who want to know at the same time. */
interface Round {
  request: number;
  /** Workers that have not answered yet. */
  pending: Set<Worker>;
  finish: () => void;
  finished: Promise<void>;
}

/** The metrics of all workers, those that have ended included, and of this process. */
export class MetricsSum {
  private readonly own = new Registry();
  private readonly last = new Map<Worker, MetricValues[]>();
  private readonly listening = new Set<Worker>();
  private ended: Promise<MetricValues[]> = Promise.resolve([]);
  private round: Round | null = null;
  private rounds = 0;

  constructor() {
    // The embedded database is in this process.
    collectDefaultMetrics({ register: this.own });
  }

  /** From now on workers that want the sum are given it. */
  answerWorkers(): void {
    cluster.on('message', (worker: Worker, raw: unknown) => {
      const message = asWorkerMessage(raw);
      if (message) this.hear(worker, message);
    });
    cluster.on('exit', (worker: Worker) => this.forget(worker));
  }

  private hear(worker: Worker, message: WorkerMessage): void {
    switch (message.kind) {
      case 'listening':
        this.listening.add(worker);
        break;
      case 'metrics':
        this.last.set(worker, message.metrics as MetricValues[]);
        this.strike(worker, message.request);
        break;
      case 'metrics-wanted':
        void this.reply(worker, message.request);
        break;
      default:
        message satisfies never;
    }
  }

  private async reply(worker: Worker, request: number): Promise<void> {
    this.round ??= this.begin();
    await this.round.finished;
    const parts = [await this.own.getMetricsAsJSON(), await this.ended, ...this.last.values()];
    tellWorker(worker, { kind: 'metrics-summed', request, text: await sumOf(parts).metrics() });
  }

  private begin(): Round {
    const request = (this.rounds += 1);
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      const timer = setTimeout(() => finish(), ROUND_MS);
      finish = () => {
        clearTimeout(timer);
        this.round = null;
        resolve();
      };
    });
    for (const worker of this.listening) tellWorker(worker, { kind: 'metrics-asked', request });
    return { request, pending: new Set(this.listening), finish, finished };
  }

  private forget(worker: Worker): void {
    const last = this.last.get(worker);
    if (last) this.ended = this.ended.then((ended) => countedBy([ended, last]));
    this.last.delete(worker);
    this.listening.delete(worker);
    this.strike(worker, this.rounds);
  }

  private strike(worker: Worker, request: number): void {
    if (this.round?.request !== request) return;
    this.round.pending.delete(worker);
    if (this.round.pending.size === 0) this.round.finish();
  }
}
