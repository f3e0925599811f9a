import { Injectable } from '@nestjs/common';
import { Env } from '../../config/env';
import { countDelivery } from '../../observability/counters';
import { DeliveriesRepository, type BusyWebhook, type HeldDelivery } from './deliveries.repository';
import { DeliveryCall } from './delivery-call.service';
import { signedHeaders } from './signature';
import type { CallOutcome } from './webhook';
import { WebhookSecrets } from './webhook-secrets';
import { WebhooksRepository } from './webhooks.repository';

const GONE = 410;
const NOTES_MS = 5_000;

/** Sends one delivery, and notes what came of it. */
@Injectable()
export class DeliverySender {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly webhooks: WebhooksRepository,
    private readonly calls: DeliveryCall,
    private readonly secrets: WebhookSecrets,
    private readonly env: Env,
  ) {}

  /** How long sending takes at most, with the notes about it. */
  get longestMs(): number {
    return this.env.WEBHOOK_TIMEOUT_MS + NOTES_MS;
  }

  async send(hook: BusyWebhook, delivery: HeldDelivery, holder: string, stop: AbortSignal): Promise<void> {
    const secret = await this.secrets.known(hook.webhookId, hook.secretDigest);
    if (secret === null) {
      await this.webhooks.pause(hook.webhookId, 'secret_changed');
      return this.deliveries.release(delivery.deliveryId, holder);
    }
    const { deliveryId: id, body } = delivery;
    const headers = signedHeaders(secret, id, Math.floor(Date.now() / 1000), body);
    await this.note(hook, delivery, holder, await this.calls.post(hook.url, headers, body, stop));
  }

  private async note(
    { webhookId }: BusyWebhook,
    delivery: HeldDelivery,
    holder: string,
    outcome: CallOutcome,
  ): Promise<void> {
    if (outcome.kind === 'stopped') return this.deliveries.release(delivery.deliveryId, holder);
    countDelivery(outcome.kind);
    if (outcome.kind === 'delivered') return this.deliveries.delivered(delivery, holder, outcome.status);
    await this.deliveries.failed(delivery, holder, outcome, this.env.WEBHOOK_PAUSE_AFTER);
    if (outcome.status === GONE) await this.webhooks.pause(webhookId, 'gone');
  }
}
