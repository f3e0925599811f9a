import { Body, Controller, Delete, Get, Header, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ManagementRoute } from '../../access/loopback-or-api-key.guard';
import { EVENT_KINDS } from '../../audit/written-event';
import { Documented } from '../../common/documented';
import { DomainError } from '../../common/domain-error';
import { UUID } from '../../common/uuid';
import { invalid } from '../../common/validation-error';
import type { WebhookChange } from './webhook';
import { DeliveryId, WebhookId } from './webhook.param';
import {
  CreateWebhookRequest,
  DeliveriesQuery,
  DeliveryDto,
  deliveryDto,
  DeliveryListDto,
  UpdateWebhookRequest,
  WebhookDto,
  webhookDto,
  WebhookListDto,
} from './webhooks.dto';
import { WebhooksService } from './webhooks.service';

@ApiTags('Events')
@ManagementRoute()
@Controller('api/v2/webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Post()
  @Header('Cache-Control', 'no-store, no-transform')
  @Documented({
    summary: 'Send events to a URL',
    description: 'Signed after Standard Webhooks (docs/EVENTS.md).',
    response: WebhookDto,
    status: 201,
    errors: ['TooManyWebhooks'],
  })
  async createWebhook(@Body() { url, events, agents }: CreateWebhookRequest): Promise<WebhookDto> {
    const fields = { url, events: events ?? [...EVENT_KINDS], agents: agents ?? ['*'] };
    const { webhook, secret } = await this.webhooks.create(fields);
    return { ...webhookDto(webhook), secret };
  }

  @Get()
  @Documented({ summary: 'List webhooks', description: 'Newest first.', response: WebhookListDto })
  async listWebhooks(): Promise<WebhookListDto> {
    const webhooks = (await this.webhooks.list()).map(webhookDto);
    return { webhooks, count: webhooks.length };
  }

  @Patch(':webhook_id')
  @Documented({
    summary: 'Change a webhook',
    description: 'Also pauses it, or lets it go on.',
    response: WebhookDto,
    errors: ['nothing_to_update'],
  })
  async updateWebhook(@WebhookId() id: string, @Body() request: UpdateWebhookRequest): Promise<WebhookDto> {
    return webhookDto(await this.webhooks.update(id, toChange(request)));
  }

  @Delete(':webhook_id')
  @Documented({
    summary: 'Remove a webhook',
    description: 'With its deliveries.',
    response: null,
    status: 204,
  })
  deleteWebhook(@WebhookId() id: string): Promise<void> {
    return this.webhooks.delete(id);
  }

  @Get(':webhook_id/deliveries')
  @Documented({ summary: 'What was sent', description: 'Newest first.', response: DeliveryListDto })
  async listDeliveries(@WebhookId() id: string, @Query() query: DeliveriesQuery): Promise<DeliveryListDto> {
    const { limit, cursor, state } = query;
    if (cursor !== null && !UUID.test(cursor))
      throw invalid(['query', 'cursor'], 'Value is not a cursor of this listing', cursor);
    const found = await this.webhooks.listDeliveries(id, { state, before: cursor, limit: limit + 1 });
    const page = found.slice(0, limit);
    const next = found.length > limit ? (page.at(-1)?.deliveryId ?? null) : null;
    return { deliveries: page.map(deliveryDto), next_cursor: next };
  }

  @Post(':webhook_id/deliveries/:delivery_id/redeliver')
  @Documented({ summary: 'Send again', description: 'With the same `webhook-id`.', response: DeliveryDto })
  async redeliver(@DeliveryId() deliveryId: string, @WebhookId() id: string): Promise<DeliveryDto> {
    return deliveryDto(await this.webhooks.redeliver(id, deliveryId));
  }
}

function toChange({ url, events, agents, status }: UpdateWebhookRequest): WebhookChange {
  const change = {
    ...(url != null && { url }),
    ...(events != null && { events }),
    ...(agents != null && { agents }),
    ...(status != null && { status }),
  };
  if (Object.keys(change).length === 0) throw new DomainError('nothing_to_update');
  return change;
}
