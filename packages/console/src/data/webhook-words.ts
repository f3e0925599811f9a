import type { service } from './client.ts';

export type Webhook = Awaited<ReturnType<typeof service.webhooks.list>>['webhooks'][number];
export type Delivery = Awaited<ReturnType<typeof service.webhooks.deliveries>>['deliveries'][number];

const REASONS: Readonly<Record<string, string>> = {
  requested: 'somebody paused it',
  failures: 'its receiver failed too often in a row',
  gone: 'its receiver answered 410, which means that it is gone for good',
  secret_changed: 'SERVICE_SECRET_KEY has changed, and its secret with it: remove it and add it again',
};

/** Why a webhook is paused. */
export function reasonOf({ pauseReason }: Pick<Webhook, 'pauseReason'>): string {
  return REASONS[pauseReason ?? ''] ?? 'no reason is known';
}

/** What came of a delivery so far. */
export function outcomeOf(delivery: Pick<Delivery, 'state' | 'attempts' | 'lastStatus' | 'lastError'>): string {
  const { state, attempts, lastStatus, lastError } = delivery;
  if (state === 'delivered') return `delivered, answered ${lastStatus}`;
  if (state === 'pending' && attempts === 0) return 'queued';
  const times = attempts === 1 ? 'one attempt' : `${attempts} attempts`;
  const cause = lastError ?? 'no answer';
  return state === 'failed' ? `given up after ${times}: ${cause}` : `waits after ${times}: ${cause}`;
}
