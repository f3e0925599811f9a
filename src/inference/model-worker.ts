import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { EmbedderUnavailable, TextsRefused } from './embedder';

export interface ModelQuestion {
  /** Absolute path. */
  folder: string;
  /** The answer holds the vectors of the first of them: as many as a slice takes, at least one. */
  texts: string[];
}

export type ModelAnswer =
  { kind: 'vectors'; vectors: Float32Array[] } | { kind: 'refused' | 'unavailable'; message: string };

const STOP_TIMEOUT_MS = 10_000;
/** Tokens and vectors of a slice are few; V8's default would take four times as much. */
const YOUNG_GENERATION_MB = 8;

interface Pending {
  resolve: (vectors: Float32Array[]) => void;
  reject: (error: Error) => void;
}

/** The thread of the models. A question starts it, also after a crash; idle, it does not keep the process alive. */
export class ModelWorker {
  private worker: Worker | null = null;
  private pending: Pending | null = null;
  /** Settles when the last question is answered; never rejects. */
  private answered: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly script: string,
    private readonly stopTimeoutMs = STOP_TIMEOUT_MS,
  ) {}

  /** Call it only after the previous call has ended. Throws `EmbedderUnavailable` or `TextsRefused`. */
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
   * Ends the thread after its pending answer: the native runtime aborts the process (`Napi::Error`) if its thread is
   * terminated while a model runs. A thread that does not answer in time ends with the process.
   */
  async stop(): Promise<void> {
    await Promise.race([this.answered, delay(this.stopTimeoutMs, undefined, { ref: false })]);
    if (this.pending === null) await this.worker?.terminate();
    else this.worker?.unref();
  }

  private start(): Worker {
    const worker = new Worker(this.script, {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    worker.on('message', (answer: ModelAnswer) => {
      worker.unref();
      this.settle(answer);
    });
    // Without a listener the error would end the process. An `exit` event always follows.
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
