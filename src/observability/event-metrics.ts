import type { Registry } from 'prom-client';
import { inTime } from '../common/deadline';
import { eventStreams, webhookMetrics } from './counters';
import { gauges } from './gauges';

/** Deliveries that wait, how long the first has waited, and paused webhooks. */
export interface WebhookBacklog {
  waiting: number;
  ageSeconds: number;
  paused: number;
}

/** Streams of events and webhooks; the returned functions refresh what is read. */
export function eventMetrics(
  registry: Registry,
  readWebhooks: () => Promise<WebhookBacklog>,
  timeoutMs: number,
): (() => Promise<void>)[] {
  webhookMetrics(registry);
  const streams = gauges(
    registry,
    { event_streams: ['Streams of events that are open.', ({ open }: { open: number }) => open] },
    () => eventStreams,
    'sum',
  );
  const webhooks = gauges(
    registry,
    {
      webhook_deliveries_waiting: ['Deliveries of webhooks that wait.', ({ waiting }) => waiting],
      webhook_deliveries_age_seconds: [
        'How long the first of them has waited.',
        ({ ageSeconds }) => ageSeconds,
      ],
      webhooks_paused: ['Webhooks that are paused.', ({ paused }) => paused],
    },
    () => inTime(readWebhooks(), timeoutMs),
  );
  return [streams, webhooks];
}
