import { service } from './client.ts';

const REFRESH_MS = 5_000;
/** Deliveries that are shown of a webhook. */
const SHOWN = 10;

export const webhooksQuery = {
  queryKey: ['webhooks'],
  queryFn: () => service.webhooks.list(),
  refetchInterval: REFRESH_MS,
};

/** The newest deliveries of a webhook. */
export function deliveriesQuery(webhookId: string) {
  return {
    queryKey: ['webhooks', webhookId, 'deliveries'],
    queryFn: () => service.webhooks.deliveries(webhookId, { limit: SHOWN }),
    refetchInterval: REFRESH_MS,
  };
}
