import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { inTime } from '../common/deadline';
import { errorName } from '../common/error-name';
import { toReceipt } from './forget-answer';
import { ForgetRunner } from './forget-runner.service';
import { type OpenRun, type Receipt, receiptNotFound } from './forget-run';
import { ForgetRunsRepository, type SealedRun } from './forget-runs.repository';
import { ReceiptFiles } from './receipt-files';
import { ReceiptSigning } from './receipt-signing.service';
import { Sealing } from './sealing';
import { NO_SELECTOR, type Selector } from './selector';

/** A request waits this long for its run; the receipt shows the rest. */
const WAIT_MS = 10_000;
const STOP_TIMEOUT_MS = 5_000;

export type KnownReceipt = Pick<Receipt, 'receiptId' | 'agentIds' | 'by' | 'digests'>;

/** Forgets in runs that outlive the process which began them. */
@Injectable()
export class Forgetting implements OnModuleDestroy {
  private readonly logger = new Logger('Forgetting');
  private readonly holder = randomUUID();
  private readonly stopping = new AbortController();
  private readonly working = new Set<Promise<void>>();

  constructor(
    private readonly runs: ForgetRunsRepository,
    private readonly runner: ForgetRunner,
    private readonly sealing: Sealing,
    private readonly signing: ReceiptSigning,
    private readonly files: ReceiptFiles,
  ) {}

  /** A run that is left goes on in another process, or with the next start. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await inTime(Promise.all(this.working), STOP_TIMEOUT_MS);
  }

  /** The receipt; of a run that takes long, while it is running. */
  async forget(
    agentIds: readonly string[],
    selector: Selector,
    actor: { by: string; sessionId: string | null },
  ): Promise<Receipt> {
    const receiptId = uuidv7();
    await this.runs.start(
      { receiptId, agentIds, ...actor, sealed: await this.sealing.seal(selector) },
      this.holder,
    );
    await inTime(this.work({ receiptId, agentIds, ...actor, selector }), WAIT_MS);
    return this.receipt(receiptId);
  }

  /** Deletes what a receipt names from memories that came back with an older database. */
  async forgetAgain({ receiptId, agentIds, by, digests }: KnownReceipt): Promise<Receipt> {
    const run = { receiptId, agentIds, by, sessionId: null };
    const selector = { ...NO_SELECTOR, digests };
    await this.runs.start({ ...run, sealed: await this.sealing.seal(selector) }, this.holder);
    await inTime(this.work({ ...run, selector }), WAIT_MS);
    return this.receipt(receiptId);
  }

  /** Throws receipt_not_found. */
  async receipt(receiptId: string): Promise<Receipt> {
    const receipt = await this.runs.find(receiptId);
    if (receipt === null) throw receiptNotFound(receiptId);
    return receipt;
  }

  /** Goes on with runs whose process died; their number. */
  async resume(): Promise<number> {
    let resumed = 0;
    while (!this.stopping.signal.aborted) {
      const run = await this.runs.take(this.holder);
      if (run === null) return resumed;
      await this.work(await this.opened(run));
      resumed++;
    }
    return resumed;
  }

  private async opened({ sealed, ...run }: SealedRun): Promise<OpenRun> {
    return { ...run, selector: (await this.sealing.open(sealed)) as Selector };
  }

  private work(run: OpenRun): Promise<void> {
    const working = this.toTheEnd(run)
      .catch((error: unknown) => this.noteFailure(run.receiptId, error))
      .finally(() => this.working.delete(working));
    this.working.add(working);
    return working;
  }

  /**
   * A receipt has its signature from the moment on at which it says that all is done. Its file is there before: a run
   * that is done is not looked at again.
   */
  private async toTheEnd(run: OpenRun): Promise<void> {
    await this.runner.run(run, this.holder, this.stopping.signal);
    const receipt = await this.receipt(run.receiptId);
    const signature = await this.signing.sign(receipt);
    await this.files.write(toReceipt({ ...receipt, ...signature, state: 'done' }));
    await this.runs.finish(run.receiptId, signature);
  }

  private async noteFailure(receiptId: string, error: unknown): Promise<void> {
    if (this.stopping.signal.aborted) return this.runs.release(receiptId, this.holder);
    const message = 'Forgetting stopped, and will be continued';
    this.logger.warn({ message, receiptId, cause: errorName(error) });
  }
}
