import { useQuery } from '@tanstack/preact-query';
import { PermissionError, service } from '../data/client.ts';
import { webhooksQuery } from '../data/webhooks.ts';
import { AddWebhook } from '../parts/add-webhook.tsx';
import { Page } from '../parts/page.tsx';
import { Empty, Loading, Problem } from '../parts/problem.tsx';
import { WebhookItem } from '../parts/webhook-item.tsx';

const LEAD = 'URLs that the service calls when memories are created, changed or deleted.';

/** Where are events sent, and do they arrive? */
export function WebhooksPage() {
  const hooks = useQuery(webhooksQuery);
  const known = hooks.data?.webhooks ?? [];
  return (
    <Page title="Webhooks" lead={LEAD}>
      {hooks.isPending && <Loading what="the webhooks" />}
      {hooks.error instanceof PermissionError ? (
        <p class="panel quiet">
          Webhooks need a login with the management credential: no key may see or change them.
        </p>
      ) : (
        hooks.isError && <Problem error={hooks.error} retry={() => void hooks.refetch()} />
      )}
      {hooks.data && (
        <>
          <AddWebhook add={(fields) => service.webhooks.create(fields)} />
          {known.length === 0 ? (
            <Empty title="There is no webhook yet">
              Add the URL of a program that shall learn of memories. Calls are signed after Standard Webhooks.
            </Empty>
          ) : (
            <ul role="list" class="sheet" aria-label="Webhooks">
              {known.map((hook) => (
                <WebhookItem key={hook.webhookId} hook={hook} />
              ))}
            </ul>
          )}
        </>
      )}
    </Page>
  );
}
