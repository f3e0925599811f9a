import { randomUUID } from 'node:crypto';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { AuditSealer } from '../../audit/audit-sealer.service';
import { errorName } from '../../common/error-name';
import { WokenWork } from '../woken-work';
import { DeliveriesRepository, type BusyWebhook, type HeldDelivery } from './deliveries.repository';
import { DeliveryQueue } from './delivery-queue.service';
import { DeliverySender } from './delivery-sender.service';

/** Looks for deliveries that are due, and for events that other processes have placed. */
const LOOK_MS = 2_000;
/** Webhooks of one look. */
const MOST_BUSY = 100;

/** Sends what is due. Processes share the work: each holds what it sends. */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Webhooks');
  private readonly holder = randomUUID();
  private readonly stopping = new AbortController();
  private readonly sending = new Set<Promise<void>>();
  private readonly looks = new WokenWork(
    () => this.sendDue(),
    (error) => this.logger.warn(`Webhooks wait for the database (${errorName(error)})`),
  );
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly queue: DeliveryQueue,
    private readonly sender: DeliverySender,
    sealer: AuditSealer,
  ) {
    sealer.onSealed(() => this.looks.wake());
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.looks.wake(), LOOK_MS).unref();
  }

  /** Calls that run are cut off; another process, or the next start, makes them again. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    if (this.timer) clearInterval(this.timer);
    await this.looks.stop();
    await Promise.all(this.sending);
  }

  private async sendDue(): Promise<void> {
    for (const hook of await this.deliveries.busy(MOST_BUSY)) await this.serve(hook);
  }

  private async serve(hook: BusyWebhook): Promise<void> {
    await this.queue.fill(hook.webhookId);
    const taken = await this.deliveries.take(hook.webhookId, this.holder, this.sender.longestMs);
    for (const delivery of taken) this.begin(hook, delivery);
  }

  private begin(hook: BusyWebhook, delivery: HeldDelivery): void {
    const sent = this.sender
      .send(hook, delivery, this.holder, this.stopping.signal)
      .catch((error: unknown) => this.logger.warn(`A delivery was not noted (${errorName(error)})`))
      .finally(() => {
        this.sending.delete(sent);
        this.looks.wake();
      });
    this.sending.add(sent);
  }
}
