import type { OnModuleDestroy } from '@nestjs/common';
import { Deadline, unlessAborted } from '../common/deadline';
import { EntailmentModel, EntailmentUnavailable, type Entailment } from './entailment';
import { ModelWorker } from './model-worker';

/** Of a pair, with the wait for those before it and the loading of the model. */
const TIMEOUT_MS = 30_000;

/** Runs an installed NLI model in a worker thread, one pair at a time. */
export class LocalEntailment extends EntailmentModel implements OnModuleDestroy {
  private readonly worker = new ModelWorker(require.resolve('./entailment.worker'));
  /** Never rejects. */
  private last: Promise<unknown> = Promise.resolve();

  /** `folder`: absolute path. */
  constructor(
    readonly model: string,
    private readonly folder: string,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {
    super();
  }

  async relate(premise: string, hypothesis: string, signal: AbortSignal): Promise<Entailment> {
    const deadline = new Deadline(this.timeoutMs, signal);
    const turn = this.last.then(() => {
      deadline.signal.throwIfAborted();
      return this.worker.ask({ folder: this.folder, texts: [premise, hypothesis] });
    });
    this.last = turn.catch(() => undefined);
    try {
      const [shares] = await unlessAborted(deadline.signal, turn);
      const [contradiction = 0, entailment = 0, neutral = 0] = shares ?? [];
      return { contradiction, entailment, neutral };
    } catch (error) {
      signal.throwIfAborted();
      const isLate = deadline.signal.aborted;
      throw new EntailmentUnavailable(isLate ? 'The NLI model did not answer in time' : messageOf(error));
    } finally {
      deadline.end();
    }
  }

  onModuleDestroy(): Promise<void> {
    return this.worker.stop();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
