import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { EmbedderUnavailable, TextsRefused } from './embedder';

export interface ModelQuestion {
  /** Absolute path. */
  folder: string;
  texts: string[];
}

export type ModelAnswer =
  { kind: 'vectors'; vectors: Float32Array[] } | { kind: 'refused' | 'unavailable'; message: string };

const STOP_TIMEOUT_MS = 10_000;

interface Pending {
  resolve: (vectors: Float32Array[]) => void;
  reject: (error: Error) => void;
}

/**
 * The thread that models run in. It starts at the first question, and again at the next one after its death;
 * while it has none it does not keep the process alive.
 */
export class ModelWorker {
  private worker: Worker | null = null;
  private pending: Pending | null = null;
  /** Settles with the last question, and does not fail. */
  private answered: Promise<unknown> = Promise.resolve();

  /** `script` is what the thread runs. */
  constructor(
    private readonly script: string,
    private readonly stopTimeoutMs = STOP_TIMEOUT_MS,
  ) {}

  /** Throws `EmbedderUnavailable` or `TextsRefused`. To be called when the last call has ended. */
  async ask(question: ModelQuestion): Promise<Float32Array[]> {
    if (this.pending !== null) throw new Error('The last question has not been answered yet');
    const worker = (this.worker ??= this.start());
    worker.ref();
    const answer = new Promise<Float32Array[]>((resolve, reject) => {
      this.pending = { resolve, reject };
    });
    this.answered = answer.catch(() => undefined);
    worker.postMessage(question);
    return answer;
  }

  /**
   * Ends the thread after its answer to the pending question, a moment's work: the native runtime aborts the
   * whole process (`Napi::Error`) when its thread is terminated under a running model. A thread that does not
   * answer in time is left to the end of the process.
   */
  async stop(): Promise<void> {
    await Promise.race([this.answered, delay(this.stopTimeoutMs, undefined, { ref: false })]);
    if (this.pending === null) await this.worker?.terminate();
    else this.worker?.unref();
  }

  private start(): Worker {
    const worker = new Worker(this.script);
    worker.on('message', (answer: ModelAnswer) => {
      worker.unref();
      this.settle(answer);
    });
    // Without a listener the error would end the process. The end of the thread always follows.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      this.worker = null;
      this.settle({ kind: 'unavailable', message: 'The thread of the embedding model ended' });
    });
    return worker;
  }

  private settle(answer: ModelAnswer): void {
    const pending = this.pending;
    this.pending = null;
    switch (answer.kind) {
      case 'vectors':
        return pending?.resolve(answer.vectors);
      case 'refused':
        return pending?.reject(new TextsRefused(answer.message));
      case 'unavailable':
        return pending?.reject(new EmbedderUnavailable(answer.message));
      default:
        return answer satisfies never;
    }
  }
}
