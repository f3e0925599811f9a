import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Work that runs when it is woken, one run at a time. A wake during a run causes another run after it. A row of
 * failures is reported once.
 */
export class WokenWork {
  /** It may be woken within a transaction, of which it is no part. */
  private readonly outside = AsyncLocalStorage.snapshot();
  private running: Promise<void> | null = null;
  private isWanted = false;
  private isFailing = false;
  private isStopped = false;

  constructor(
    private readonly work: () => Promise<void>,
    private readonly report: (error: unknown) => void,
  ) {}

  wake(): void {
    this.isWanted = true;
    this.running ??= this.outside(() => this.runs()).finally(() => (this.running = null));
  }

  /** No further run begins. Resolves when the one that runs has ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  private async runs(): Promise<void> {
    while (this.isWanted && !this.isStopped) {
      this.isWanted = false;
      try {
        await this.work();
        this.isFailing = false;
      } catch (error) {
        if (!this.isFailing) this.report(error);
        this.isFailing = true;
      }
    }
  }
}
