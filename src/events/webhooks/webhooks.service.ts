import { Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { DomainError } from '../../common/domain-error';
import { invalid } from '../../common/validation-error';
import { EventLogRepository } from '../event-log.repository';
import { DeliveriesRepository, type DeliveryFilter } from './deliveries.repository';
import { DeliveryCall } from './delivery-call.service';
import { secretDigest } from './signature';
import type { Delivery, Webhook, WebhookChange, WebhookFields } from './webhook';
import { WebhookSecrets } from './webhook-secrets';
import { deliveryNotFound, webhookNotFound } from './webhook.param';
import { WebhooksRepository } from './webhooks.repository';

const MOST_WEBHOOKS = 100;

@Injectable()
export class WebhooksService {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly calls: DeliveryCall,
    private readonly secrets: WebhookSecrets,
    private readonly log: EventLogRepository,
  ) {}

  /** `secret` is shown once. Throws a ValidationError for a refused address, or TooManyWebhooks. */
  async create(fields: WebhookFields): Promise<{ webhook: Webhook; secret: string }> {
    this.demandAddress(fields.url);
    const webhookId = uuidv7();
    const secret = await this.secrets.of(webhookId);
    const eventSeq = await this.log.lastInAll();
    const created = { ...fields, webhookId, secretDigest: secretDigest(secret), eventSeq };
    if (!(await this.webhooks.insert(created, MOST_WEBHOOKS))) throw tooMany();
    return { webhook: await this.get(webhookId), secret };
  }

  list(): Promise<Webhook[]> {
    return this.webhooks.list(MOST_WEBHOOKS);
  }

  /** Throws `webhook_not_found`. */
  async get(webhookId: string): Promise<Webhook> {
    const found = await this.webhooks.find(webhookId);
    if (found === null) throw webhookNotFound(webhookId);
    return found;
  }

  async update(webhookId: string, change: WebhookChange): Promise<Webhook> {
    if (change.url !== undefined) this.demandAddress(change.url);
    const changed = await this.webhooks.update(webhookId, change);
    if (changed === null) throw webhookNotFound(webhookId);
    return changed;
  }

  async delete(webhookId: string): Promise<void> {
    if (!(await this.webhooks.delete(webhookId))) throw webhookNotFound(webhookId);
  }

  async listDeliveries(webhookId: string, filter: DeliveryFilter): Promise<Delivery[]> {
    await this.get(webhookId);
    return this.deliveries.list(webhookId, filter);
  }

  async redeliver(webhookId: string, deliveryId: string): Promise<Delivery> {
    await this.get(webhookId);
    const delivery = await this.deliveries.redeliver(webhookId, deliveryId);
    if (delivery === null) throw deliveryNotFound(deliveryId);
    return delivery;
  }

  private demandAddress(url: string): void {
    if (!this.calls.isRefused(url)) return;
    throw invalid(
      ['body', 'url'],
      'Value error, the address is in a private network: see WEBHOOK_PRIVATE_NETWORKS',
      url,
    );
  }
}

function tooMany(): DomainError {
  const message = `There are ${MOST_WEBHOOKS} webhooks already: remove those that are not used`;
  return new DomainError('TooManyWebhooks', message, { max_webhooks: MOST_WEBHOOKS });
}
