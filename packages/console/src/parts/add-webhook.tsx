import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { listOf } from '../data/about-draft.ts';
import type { service } from '../data/client.ts';
import { useMutation } from '../data/use-mutation.ts';
import { CopyBlock } from './copy-block.tsx';
import { Problem } from './problem.tsx';

type Create = typeof service.webhooks.create;

const KINDS = [
  'memory.created',
  'memory.updated',
  'memory.expired',
  'memory.restored',
  'memory.deleted',
  'memory.superseded',
  'conflict.found',
  'conflict.resolved',
] as const;
type Kind = (typeof KINDS)[number];

/** The form, and the secret of what was added, which no other page shows. */
export function AddWebhook({ add }: { add: Create }) {
  const [url, setUrl] = useState('');
  const [agents, setAgents] = useState('*');
  const [events, setEvents] = useState<readonly Kind[]>(KINDS);
  const queries = useQueryClient();
  const creation = useMutation({
    mutationFn: () => add({ url: url.trim(), agents: listOf(agents), events: [...events] }),
    onSuccess: () => {
      setUrl('');
      return queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  return (
    <section class="panel" aria-labelledby="add-webhook">
      <h2 id="add-webhook">Add a webhook</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          creation.mutate();
        }}
      >
        <div class="row">
          <label class="grow">
            URL
            <input
              required
              type="url"
              maxLength={2048}
              placeholder="https://example.com/hook"
              value={url}
              onInput={(event) => setUrl(event.currentTarget.value)}
            />
          </label>
          <label class="grow">
            Agents (ids, or a prefix and *)
            <input required value={agents} onInput={(event) => setAgents(event.currentTarget.value)} />
          </label>
          <button class="primary" disabled={creation.isPending || events.length === 0}>
            Add webhook
          </button>
        </div>
        <KindChoice chosen={events} change={setEvents} />
      </form>
      {creation.isError && <Problem error={creation.error} />}
      {creation.data && (
        <div role="status">
          <p>
            <strong>Copy the secret now:</strong> it is not shown again. Receivers check signatures with it.
          </p>
          <CopyBlock name={`Secret of ${creation.data.url}`} text={creation.data.secret ?? ''} />
        </div>
      )}
    </section>
  );
}

function KindChoice({ chosen, change }: { chosen: readonly Kind[]; change: (kinds: Kind[]) => void }) {
  const toggle = (kind: Kind, isOn: boolean) =>
    change(KINDS.filter((each) => (each === kind ? isOn : chosen.includes(each))));
  return (
    <fieldset class="row kinds">
      <legend>Events</legend>
      {KINDS.map((kind) => (
        <label key={kind} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(kind)}
            onChange={(event) => toggle(kind, event.currentTarget.checked)}
          />
          {kind}
        </label>
      ))}
      {chosen.length === 0 && <span class="quiet">Choose at least one.</span>}
    </fieldset>
  );
}
