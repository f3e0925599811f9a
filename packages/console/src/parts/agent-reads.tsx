import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { service } from '../data/client.ts';
import { useMay } from '../data/login.ts';
import { useMutation } from '../data/use-mutation.ts';
import { AgentField } from './agent-field.tsx';
import { Loading, Problem } from './problem.tsx';

const MOST = 16;

/** Which other agents does this one read, and which should it? */
export function AgentReads({ agentId }: { agentId: string }) {
  const may = useMay();
  if (may('getAgentReads')) return <KnownReads agentId={agentId} />;
  return (
    <section class="panel" aria-label="Reads">
      <h2>Reads</h2>
      <p class="quiet">
        Which agents it reads is shown to who manages it. Log in with a key that has <code>manage</code>{' '}
        access.
      </p>
    </section>
  );
}

export function readsQuery(agentId: string) {
  // The page waits for it, and shows what failed: asking again with each showing would never end.
  return { queryKey: ['reads', agentId], queryFn: () => service.agents.reads(agentId), retryOnMount: false };
}

function KnownReads({ agentId }: { agentId: string }) {
  const reads = useQuery(readsQuery(agentId));
  return (
    <section class="panel" aria-label="Reads">
      <h2>{titleOf(reads.data?.agents)}</h2>
      {reads.isPending && <Loading what="the agents that it reads" />}
      {reads.isError && <Problem error={reads.error} retry={() => void reads.refetch()} />}
      {reads.data && <ReadList agentId={agentId} agents={reads.data.agents} />}
    </section>
  );
}

function titleOf(agents: readonly string[] | undefined): string {
  if (agents === undefined) return 'Reads';
  return agents.length === 0 ? 'Reads no other agent' : `Reads ${agents.join(', ')}`;
}

function ReadList({ agentId, agents }: { agentId: string; agents: string[] }) {
  const [added, setAdded] = useState('');
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (wanted: readonly string[]) => service.agents.setReads(agentId, wanted),
    onSuccess: () => {
      setAdded('');
      return Promise.all([
        queries.invalidateQueries({ queryKey: ['reads', agentId] }),
        queries.invalidateQueries({ queryKey: ['recall', agentId] }),
      ]);
    },
  });
  return (
    <>
      <p class="quiet">Recall, answers and hooks of {agentId} also find the memories of these agents.</p>
      {agents.length === 0 && <p>It finds its own memories only. Add an agent that it should read, too.</p>}
      <ul role="list" aria-label="Agents that it reads">
        {agents.map((each) => (
          <li key={each} class="memory row between">
            <a href={`/app/agents/${encodeURIComponent(each)}`}>{each}</a>
            <button
              type="button"
              class="small"
              aria-label={`Remove ${each}`}
              disabled={change.isPending}
              onClick={() => change.mutate(agents.filter((other) => other !== each))}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      {agents.length < MOST ? (
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            change.mutate([...agents, added]);
          }}
        >
          <AgentField label="Agent to read" without={[agentId, ...agents]} value={added} change={setAdded} />
          <button disabled={change.isPending}>Add</button>
        </form>
      ) : (
        <p class="quiet">An agent reads at most {MOST} others. Remove one to add another.</p>
      )}
      {change.isError && <Problem error={change.error} />}
    </>
  );
}
