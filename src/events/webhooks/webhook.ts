import type { EventKind } from '../../audit/written-event';

export const WEBHOOK_STATUSES = ['active', 'paused'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why a webhook is paused: somebody said so, it failed too often, its receiver answered 410, or its secret is lost. */
export type PauseReason = 'requested' | 'failures' | 'gone' | 'secret_changed';

export interface Webhook {
  webhookId: string;
  url: string;
  events: EventKind[];
  /** Ids, or beginnings of them and `*`. */
  agents: string[];
  status: WebhookStatus;
  createdAt: Date;
  /** In a row. */
  failures: number;
  pausedAt: Date | null;
  pauseReason: PauseReason | null;
}

export type WebhookFields = Pick<Webhook, 'url' | 'events' | 'agents'>;

export type WebhookChange = Partial<WebhookFields> & { status?: WebhookStatus };

export interface Delivery {
  deliveryId: string;
  webhookId: string;
  eventId: string;
  kind: EventKind;
  agentId: string;
  state: DeliveryState;
  createdAt: Date;
  /** In this round of attempts. */
  attempts: number;
  dueAt: Date;
  lastAttemptAt: Date | null;
  /** The status that the receiver answered; null without an answer. */
  lastStatus: number | null;
  lastError: string | null;
}

/** What a call came to. `stopped`: this process ends, which says nothing about the receiver. */
export type CallOutcome =
  | { kind: 'delivered'; status: number }
  | { kind: 'failed'; status: number | null; error: string }
  | { kind: 'stopped' };

/** Until the next attempt, after the first one, the second one and so on; in seconds. */
const PAUSES = [10, 60, 300, 900, 3_600, 7_200, 14_400, 28_800];
const LONGEST_PAUSE = 28_800;
/** From the first attempt on; in seconds. */
export const ROUND_SECONDS = 86_400;
/** Between two calls of a receiver that fails, so that one that restarts is not paused at once; in seconds. */
const LONGEST_REST = 15;

export function pauseAfter(attempts: number): number {
  return PAUSES[attempts - 1] ?? LONGEST_PAUSE;
}

/** After so many failures in a row, nothing is sent for this time; in seconds. */
export function restAfter(failures: number): number {
  return Math.min(2 ** (failures - 1), LONGEST_REST);
}

/** Calls of one webhook at a time. A receiver that fails, or comes back, gets one until one succeeds. */
export function callsAtATime({ failures }: Pick<Webhook, 'failures'>): number {
  return failures > 0 ? 1 : 4;
}
