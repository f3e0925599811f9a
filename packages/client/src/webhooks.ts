import { splitOptions } from './agent-calls.ts';
import type { MemoryEventKind } from './agent-events.ts';
import type { CallOptions } from './deadline.ts';
import type { DeliveryDto, DeliveryListDto, WebhookDto, WebhookListDto } from './schemas.ts';
import { pathOf, type Transport } from './transport.ts';

const WEBHOOKS = '/api/v2/webhooks';

export interface WebhookFields extends CallOptions {
  url: string;
  /** All, when absent. */
  events?: MemoryEventKind[];
  /** Ids, or prefixes and `*`; all, when absent. */
  agents?: string[];
}

export interface ListDeliveriesOptions extends CallOptions {
  limit?: number;
  /** The `nextCursor` of the page before. */
  cursor?: string;
  state?: 'pending' | 'delivered' | 'failed';
}

/** The addresses to which the service sends events. Needs this machine or the management credential. */
export class Webhooks {
  private readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }

  /** The secret is only in this answer. */
  create(options: WebhookFields): Promise<WebhookDto> {
    const { fields, call } = splitOptions(options);
    return this.transport.request(
      { method: 'POST', path: WEBHOOKS, body: fields, isRepeatedOnlyWhenRefused: true },
      call,
    );
  }

  /** Newest first. */
  list(options?: CallOptions): Promise<WebhookListDto> {
    return this.transport.request({ method: 'GET', path: WEBHOOKS }, options);
  }

  /** `status: 'active'` lets a paused one go on. */
  update(
    id: string,
    options: Partial<WebhookFields> & { status?: 'active' | 'paused' },
  ): Promise<WebhookDto> {
    const { fields, call } = splitOptions(options);
    return this.transport.request(
      { method: 'PATCH', path: pathOf`/api/v2/webhooks/${id}`, body: fields },
      call,
    );
  }

  async remove(id: string, options?: CallOptions): Promise<void> {
    // The answer has no body, so it is not read as one.
    const call = { method: 'DELETE', path: pathOf`/api/v2/webhooks/${id}` } as const;
    for await (const _ of this.transport.stream(call, options));
  }

  /** A page, newest first. */
  deliveries(id: string, options: ListDeliveriesOptions = {}): Promise<DeliveryListDto> {
    const { fields: query, call } = splitOptions(options);
    return this.transport.request(
      { method: 'GET', path: pathOf`/api/v2/webhooks/${id}/deliveries`, query },
      call,
    );
  }

  redeliver(id: string, deliveryId: string, options?: CallOptions): Promise<DeliveryDto> {
    const path = pathOf`/api/v2/webhooks/${id}/deliveries/${deliveryId}/redeliver`;
    return this.transport.request({ method: 'POST', path }, options);
  }
}
