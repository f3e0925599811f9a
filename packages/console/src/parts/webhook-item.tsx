import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { service } from '../data/client.ts';
import { useMutation } from '../data/use-mutation.ts';
import { deliveriesQuery } from '../data/webhooks.ts';
import { outcomeOf, reasonOf, type Delivery, type Webhook } from '../data/webhook-words.ts';
import { AskedButton } from '../ui/asked-button.tsx';
import { Loading, Problem } from './problem.tsx';
import { Time } from './time.tsx';

/** A webhook: does it work, and what was sent last? */
export function WebhookItem({ hook }: { hook: Webhook }) {
  return (
    <li class="memory">
      <div class="row">
        <span class="grow">
          <strong class="break">{hook.url}</strong> <span class="type">{hook.status}</span>{' '}
          <span class="quiet">
            {hook.agents.join(', ')} · {hook.events.length === 8 ? 'all events' : hook.events.join(', ')} ·
            added <Time at={hook.createdAt} form="ago" />
          </span>
        </span>
        <Actions hook={hook} />
      </div>
      <Standing hook={hook} />
      <Deliveries hook={hook} />
    </li>
  );
}

function Standing({ hook }: { hook: Webhook }) {
  if (hook.status === 'paused')
    return (
      <p>
        Paused since <Time at={hook.pausedAt} />: {reasonOf(hook)}. What happens meanwhile is sent when it
        goes on.
      </p>
    );
  if (hook.failures === 0) return null;
  return <p>It fails: {hook.failures} in a row. It is paused when that goes on.</p>;
}

function Actions({ hook }: { hook: Webhook }) {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['webhooks'] });
  const next = hook.status === 'paused' ? 'active' : 'paused';
  const change = useMutation({
    mutationFn: () => service.webhooks.update(hook.webhookId, { status: next }),
    onSuccess,
  });
  const removal = useMutation({ mutationFn: () => service.webhooks.remove(hook.webhookId), onSuccess });
  const toggle = next === 'paused' ? 'Pause' : 'Resume';
  return (
    <>
      <button
        type="button"
        class="small"
        disabled={change.isPending}
        aria-label={`${toggle}: ${hook.url}`}
        onClick={() => change.mutate()}
      >
        {toggle}
      </button>
      <AskedButton
        name="Remove"
        label={`Remove: ${hook.url}`}
        class="small danger"
        title={`Remove ${hook.url}?`}
        yes="Remove for good"
        action={removal}
      >
        <p>Its queue goes with it: what was not sent yet is never sent.</p>
      </AskedButton>
      {change.isError && <Problem error={change.error} />}
    </>
  );
}

function Deliveries({ hook }: { hook: Webhook }) {
  const { data, error, refetch } = useQuery(deliveriesQuery(hook.webhookId));
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Loading what="what was sent" />;
  const [last] = data.deliveries;
  if (last === undefined) return <p class="quiet">Nothing was sent yet.</p>;
  return (
    <details>
      <summary>
        Last delivery <Time at={last.lastAttemptAt ?? last.createdAt} form="ago" />: {outcomeOf(last)}
      </summary>
      <ul role="list" aria-label={`Deliveries of ${hook.url}`}>
        {data.deliveries.map((each) => (
          <DeliveryItem key={each.deliveryId} webhookId={hook.webhookId} delivery={each} />
        ))}
      </ul>
    </details>
  );
}

function DeliveryItem({ webhookId, delivery }: { webhookId: string; delivery: Delivery }) {
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: () => service.webhooks.redeliver(webhookId, delivery.deliveryId),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks', webhookId, 'deliveries'] }),
  });
  return (
    <li class="row">
      <span class="grow">
        {delivery.kind} of {delivery.agentId}, <Time at={delivery.createdAt} />: {outcomeOf(delivery)}
        {delivery.nextAttemptAt !== null && delivery.attempts > 0 && (
          <>
            ; again <Time at={delivery.nextAttemptAt} />
          </>
        )}
      </span>
      <button type="button" class="small" disabled={again.isPending} onClick={() => again.mutate()}>
        Send again
      </button>
      {again.isSuccess && <span role="status">Queued</span>}
      {again.isError && <Problem error={again.error} />}
    </li>
  );
}
