import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Patterns } from '../../access/key.dto';
import { EVENT_KINDS, type EventKind } from '../../audit/written-event';
import { choiceRule, listRule, textRule } from '../../common/field-rules';
import { Cursor, Cleaned, Keeps, OneOf, Optional, WholeNumber } from '../../common/request-decorators';
import {
  DELIVERY_STATES,
  WEBHOOK_STATUSES,
  type Delivery,
  type DeliveryState,
  type Webhook,
  type WebhookStatus,
} from './webhook';

const ID = '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e';
const URL_TEXT = 'https://example.com/hook';
const MAX_URL = 2_048;

const kinds = listRule(choiceRule(EVENT_KINDS), 1, EVENT_KINDS.length);
const address = textRule({
  maxCodePoints: MAX_URL,
  pattern: {
    regex: /^https?:\/\/[^/?#@\s]+([/?][^#\s]*)?$/,
    says: 'Value must be a URL of http or https, without a user and a fragment',
  },
});

function Kinds(): PropertyDecorator {
  return applyDecorators(
    Keeps('kinds', kinds, { type: 'array', items: { type: 'string', enum: [...EVENT_KINDS] } }),
    Cleaned(kinds, (given: EventKind[]) => [...new Set(given)]),
  );
}

function Url(): PropertyDecorator {
  return Keeps(
    'url',
    (value) => {
      const problems = address(value);
      if (problems.length > 0 || URL.canParse(value as string)) return problems;
      return [{ type: 'value_error', msg: 'Value must be a URL', path: [], input: value }];
    },
    { type: String, maxLength: MAX_URL },
  );
}

export class UpdateWebhookRequest {
  /**
   * Where to
   * @example 'https://example.com/hook'
   */
  @Optional()
  @Url()
  url?: string | null;

  /**
   * The kinds of events
   * @example ["memory.created"]
   */
  @Optional()
  @Kinds()
  events?: EventKind[] | null;

  /**
   * Ids, or prefixes and `*`
   * @example ["support-*"]
   */
  @Optional()
  @Patterns()
  agents?: string[] | null;

  /**
   * `active` goes on after a pause
   * @example 'active'
   */
  @Optional()
  @OneOf(WEBHOOK_STATUSES)
  status?: WebhookStatus | null;
}

export class CreateWebhookRequest {
  /**
   * Where to
   * @example 'https://example.com/hook'
   */
  @Url()
  url!: string;

  /**
   * The kinds of events; all, when absent
   * @example ["memory.created"]
   */
  @Optional()
  @Kinds()
  events?: EventKind[] | null;

  /**
   * Ids, or prefixes and `*`; all agents, when absent
   * @example ["support-*"]
   */
  @Optional()
  @Patterns()
  agents?: string[] | null;
}

export class WebhookDto {
  /** Its id */
  @ApiProperty({ example: ID })
  webhook_id!: string;

  /** Where to */
  @ApiProperty({ example: URL_TEXT })
  url!: string;

  /** Kinds */
  @ApiProperty({ example: ['memory.created'] })
  events!: string[];

  /** Patterns */
  @ApiProperty({ example: ['*'] })
  agents!: string[];

  /** State */
  @ApiProperty({ enum: WEBHOOK_STATUSES, example: 'active' })
  status!: string;

  /** In a row */
  @ApiProperty({ type: 'integer', example: 0 })
  failures!: number;

  /** Since when */
  @ApiProperty({ type: String, nullable: true, example: null })
  paused_at!: string | null;

  /** `requested`, `failures`, `gone` or `secret_changed` */
  @ApiProperty({ type: String, nullable: true, example: null })
  pause_reason!: string | null;

  /**
   * Since when it is there
   * @example '2026-05-01T12:00:00.000Z'
   */
  created_at!: string;

  /** For checking signatures; only in the answer to its creation */
  @ApiProperty({ example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' })
  secret?: string;
}

export class WebhookListDto {
  /**
   * Newest first
   * @example []
   */
  webhooks!: WebhookDto[];

  /** At most 100 */
  @ApiProperty({ type: 'integer', example: 0 })
  count!: number;
}

export class DeliveriesQuery {
  /**
   * Of the page
   * @example 50
   */
  @Optional()
  @WholeNumber({ min: 1, max: 500 })
  limit = 50;

  /** The `next_cursor` before */
  @Optional()
  @Cursor()
  @ApiProperty({ example: ID })
  cursor: string | null = null;

  /**
   * Only these
   * @example 'failed'
   */
  @Optional()
  @OneOf(DELIVERY_STATES)
  state: DeliveryState | null = null;
}

export class DeliveryDto {
  /** The `webhook-id` of its calls */
  @ApiProperty({ example: ID })
  delivery_id!: string;

  /** Of the event */
  @ApiProperty({ example: `12-1-${ID}` })
  event_id!: string;

  /**
   * Of the event
   * @example 'memory.created'
   */
  kind!: string;

  /**
   * Of the event
   * @example 'support-bot'
   */
  agent_id!: string;

  /** State */
  @ApiProperty({ enum: DELIVERY_STATES, example: 'delivered' })
  state!: string;

  /** Since it was queued last */
  @ApiProperty({ type: 'integer', example: 1 })
  attempts!: number;

  /**
   * When it was queued first
   * @example '2026-05-01T12:00:00.000Z'
   */
  created_at!: string;

  /** Of a pending one */
  @ApiProperty({ type: String, nullable: true, example: null })
  next_attempt_at!: string | null;

  /** The last attempt */
  @ApiProperty({ type: String, nullable: true, example: null })
  last_attempt_at!: string | null;

  /** Null without an answer */
  @ApiProperty({ type: 'integer', nullable: true, example: 200 })
  last_status!: number | null;

  /** Why it failed */
  @ApiProperty({ type: String, nullable: true, example: null })
  last_error!: string | null;
}

export class DeliveryListDto {
  /**
   * Newest first
   * @example []
   */
  deliveries!: DeliveryDto[];

  /** Null on the last page */
  @ApiProperty({ type: String, nullable: true, example: null })
  next_cursor!: string | null;
}

export function webhookDto(hook: Webhook): WebhookDto {
  const { webhookId, url, events, agents, status, failures, pausedAt, pauseReason, createdAt } = hook;
  return {
    webhook_id: webhookId,
    ...{ url, events, agents, status, failures },
    paused_at: pausedAt?.toISOString() ?? null,
    pause_reason: pauseReason,
    created_at: createdAt.toISOString(),
  };
}

export function deliveryDto(delivery: Delivery): DeliveryDto {
  const { deliveryId, eventId, kind, agentId, state, attempts, createdAt, dueAt } = delivery;
  return {
    delivery_id: deliveryId,
    event_id: eventId,
    kind,
    agent_id: agentId,
    state,
    attempts,
    created_at: createdAt.toISOString(),
    next_attempt_at: state === 'pending' ? dueAt.toISOString() : null,
    last_attempt_at: delivery.lastAttemptAt?.toISOString() ?? null,
    last_status: delivery.lastStatus,
    last_error: delivery.lastError,
  };
}
