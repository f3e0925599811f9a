import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { type AgentRecord, service } from '../data/client.ts';
import { useMay } from '../data/login.ts';
import { useMutation } from '../data/use-mutation.ts';
import { Problem } from './problem.tsx';

type Quotas = NonNullable<AgentRecord['quotas']>;
type Name = keyof Quotas;

const TITLES: Record<Name, string> = {
  maxMemories: 'Memories',
  maxBytes: 'Bytes',
  writesPerMinute: 'Writes in this minute',
};
const NEAR = 0.8;

/** How much the agent may hold and write, and does. */
export function QuotaBlock({ agentId }: { agentId: string }) {
  const agent = useQuery({ queryKey: ['agent', agentId], queryFn: () => service.agents.get(agentId) });
  const quotas = agent.data?.quotas;
  if (agent.isError) return <Problem error={agent.error} retry={() => void agent.refetch()} />;
  if (quotas === undefined) return null;
  return (
    <section class="panel" aria-labelledby="quotas">
      <h2 id="quotas">Quotas</h2>
      <p class="quiet">
        A write beyond a quota is refused. Without a number, what the service is set to counts.
      </p>
      <ul role="list" class="compact quotas">
        {(Object.keys(TITLES) as Name[]).map((name) => (
          <Quota key={name} agentId={agentId} name={name} quota={quotas[name]} />
        ))}
      </ul>
    </section>
  );
}

function Quota({ agentId, name, quota }: { agentId: string; name: Name; quota: Quotas[Name] }) {
  const { limit, own, used } = quota;
  const [text, setText] = useState(own === null ? '' : String(own));
  const queries = useQueryClient();
  const mayChange = useMay()('updateAgent');
  const change = useMutation({
    mutationFn: () => service.agents.update(agentId, { [name]: text === '' ? null : Number(text) }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['agent', agentId] }),
  });
  const title = TITLES[name];
  return (
    <li>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate();
        }}
      >
        <label>
          {title}: {usedText(quota)}
          {mayChange && (
            <input
              type="number"
              min="1"
              step="1"
              placeholder={limit === null ? 'no quota' : String(limit)}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          )}
        </label>
        {limit !== null && <meter aria-label={title} min={0} max={limit} high={NEAR * limit} value={used} />}
        {mayChange && (
          <button type="submit" class="small" disabled={text === (own === null ? '' : String(own))}>
            Save
          </button>
        )}
      </form>
      {name !== 'writesPerMinute' && <Advice quota={quota} mayChange={mayChange} />}
      {change.isError && <Problem error={change.error} />}
    </li>
  );
}

/** What to do about a quota that is nearly used up. */
function Advice({ quota: { limit, used }, mayChange }: { quota: Quotas[Name]; mayChange: boolean }) {
  if (limit === null || used < NEAR * limit) return null;
  return (
    <p>
      {used >= limit ? 'It is full: new memories are refused. ' : 'It is nearly full. '}
      Delete memories that are not needed, let the policy purge expired ones, or{' '}
      {mayChange ? 'raise the quota' : 'ask who manages the agent to raise the quota'}.
    </p>
  );
}

function usedText({ limit, own, used }: Quotas[Name]): string {
  if (limit === null) return `${used.toLocaleString()}, no quota`;
  const of = `${used.toLocaleString()} of ${limit.toLocaleString()}`;
  return own === null ? `${of}, as the service is set` : of;
}
