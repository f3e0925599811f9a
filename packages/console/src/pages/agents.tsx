import { useInfiniteQuery, useQuery } from '@tanstack/preact-query';
import { useLocation } from 'preact-iso';
import { type AgentRecord, service } from '../data/client.ts';
import { type Attention, attentionOf } from '../data/attention.ts';
import { ConnectAgent } from '../parts/connect-agent.tsx';
import { CreateAgent } from '../parts/create-agent.tsx';
import { Page } from '../parts/page.tsx';
import { Empty, Loading, Problem } from '../parts/problem.tsx';
import { Time } from '../parts/time.tsx';

const PAGE_SIZE = 50;

/** Which agents are there, and which of them need attention? */
export function AgentsPage() {
  const { query, route } = useLocation();
  const agents = useInfiniteQuery({
    queryKey: ['agents'],
    queryFn: ({ pageParam }) => service.agents.list({ limit: PAGE_SIZE, cursor: pageParam ?? undefined }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor ?? null,
  });
  const attention = useQuery({ queryKey: ['attention'], queryFn: attentionOf });
  const listed = agents.data?.pages.flatMap((page) => page.agents) ?? [];
  const created = query.created;
  return (
    <Page title="Agents" lead="Each agent has its own memories. Open one to look into them.">
      <CreateAgent onCreated={(id) => route(`/app/?created=${encodeURIComponent(id)}`)} />
      {created && <ConnectAgent agentId={created} />}
      {attention.data && <NeedsAttention attention={attention.data} />}
      {agents.isPending && <Loading what="agents" />}
      {agents.isError && <Problem error={agents.error} retry={() => void agents.refetch()} />}
      {agents.isSuccess && listed.length === 0 && (
        <Empty title="There is no agent yet">
          Give your first agent an id above, then connect an editor or a program to it.
        </Empty>
      )}
      {listed.length > 0 && <AgentTable agents={listed} />}
      {agents.hasNextPage && (
        <button type="button" onClick={() => void agents.fetchNextPage()}>
          Show more agents
        </button>
      )}
    </Page>
  );
}

function AgentTable({ agents }: { agents: AgentRecord[] }) {
  return (
    <ul class="cards" role="list" aria-label="Agents">
      {agents.map((agent) => (
        <li key={agent.agentId} class="card">
          <a class="card-title" href={`/app/agents/${encodeURIComponent(agent.agentId)}`}>
            {agent.agentId}
          </a>
          <p class="quiet" dir="auto">
            {agent.description ?? `${agent.pattern} agent`}
          </p>
          <dl class="facts">
            <div>
              <dt>Memories</dt>
              <dd>{agent.memoryCount.toLocaleString()}</dd>
            </div>
            <div>
              <dt>Sessions</dt>
              <dd>{agent.sessionCount.toLocaleString()}</dd>
            </div>
            <div>
              <dt>Last session</dt>
              <dd>
                <Time at={agent.lastSession} form="ago" />
              </dd>
            </div>
          </dl>
          <a class="button small" href={`/app/?created=${encodeURIComponent(agent.agentId)}`}>
            Connect
          </a>
        </li>
      ))}
    </ul>
  );
}

function NeedsAttention({ attention }: { attention: Attention }) {
  const { items } = attention;
  if (items.length === 0) return null;
  return (
    <section class="attention" aria-labelledby="attention">
      <h2 id="attention">Needs attention</h2>
      <ul role="list">
        {items.map(({ text, href }) => (
          <li key={text}>
            <a href={href}>{text}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
