import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import { asWorkerMessage, sendToWorker, type WorkerMessage } from '../common/process-messages';

/** If a worker does not answer in this time, its last known values are used. */
const ROUND_MS = 2_000;
const CUMULATIVE: ReadonlySet<string> = new Set(['counter', 'histogram']);

/** A metric with its values, as a registry exports it. */
type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];

/** One collection from all workers, shared by concurrent requests. */
interface Round {
  request: number;
  /** Workers that have not answered yet. */
  pending: Set<Worker>;
  finish: () => void;
  finished: Promise<void>;
}

/** The metrics of all workers, of those that have ended and of the primary process. */
export class MetricsSum {
  private readonly own = new Registry();
  private readonly last = new Map<Worker, MetricValues[]>();
  private readonly listening = new Set<Worker>();
  private ended: Promise<MetricValues[]> = Promise.resolve([]);
  private round: Round | null = null;
  private rounds = 0;

  constructor() {
    collectDefaultMetrics({ register: this.own });
  }

  /** Answers workers that ask for the sum. */
  answerWorkers(): void {
    cluster.on('message', (worker: Worker, raw: unknown) => {
      const message = asWorkerMessage(raw);
      if (message) this.handle(worker, message);
    });
    cluster.on('exit', (worker: Worker) => this.forget(worker));
  }

  private handle(worker: Worker, message: WorkerMessage): void {
    switch (message.kind) {
      case 'listening':
        this.listening.add(worker);
        break;
      case 'metrics':
        this.last.set(worker, message.metrics as MetricValues[]);
        this.settle(worker, message.request);
        break;
      case 'metrics-wanted':
        void this.reply(worker, message.request);
        break;
      default:
        message satisfies never;
    }
  }

  private async reply(worker: Worker, request: number): Promise<void> {
    this.round ??= this.startRound();
    await this.round.finished;
    const parts = [await this.own.getMetricsAsJSON(), await this.ended, ...this.last.values()];
    sendToWorker(worker, { kind: 'metrics-summed', request, text: await sumOf(parts).metrics() });
  }

  private startRound(): Round {
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
    for (const worker of this.listening) sendToWorker(worker, { kind: 'metrics-asked', request });
    return { request, pending: new Set(this.listening), finish, finished };
  }

  private forget(worker: Worker): void {
    const last = this.last.get(worker);
    if (last) this.ended = this.ended.then((ended) => countedBy([ended, last]));
    this.last.delete(worker);
    this.listening.delete(worker);
    this.settle(worker, this.rounds);
  }

  private settle(worker: Worker, request: number): void {
    if (this.round?.request !== request) return;
    this.round.pending.delete(worker);
    if (this.round.pending.size === 0) this.round.finish();
  }
}

function sumOf(parts: readonly MetricValues[][]): Registry {
  return AggregatorRegistry.aggregate([...parts]);
}

/** Ended workers stay in the sum: Prometheus reads a falling counter as a restart and would count the rest twice. */
async function countedBy(parts: readonly MetricValues[][]): Promise<MetricValues[]> {
  const all = await sumOf(parts).getMetricsAsJSON();
  return all.filter(({ type }) => CUMULATIVE.has(String(type)));
}
