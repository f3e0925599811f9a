import { useInfiniteQuery, useQuery } from '@tanstack/preact-query';
import { useLocation } from 'preact-iso';
import { type Attention, attentionOf } from '../data/attention.ts';
import { call } from '../data/http.ts';
import { useMay } from '../data/login.ts';
import { ConnectAgent } from '../parts/connect-agent.tsx';
import { CreateAgent } from '../parts/create-agent.tsx';
import { Page } from '../parts/page.tsx';
import { Empty, Loading, Problem } from '../parts/problem.tsx';
import { Time } from '../parts/time.tsx';

const PAGE_SIZE = 50;

/** The numbers are null for a login that is for some scopes. */
interface ListedAgent {
  agentId: string;
  description: string | null;
  memoryCount: number | null;
  sessionCount: number | null;
  lastSession: Date | null;
}

interface AgentPage {
  agents: ListedAgent[];
  nextCursor: string | null;
}

/** Which agents are there, and which of them need attention? */
export function AgentsPage() {
  const { query, route } = useLocation();
  const may = useMay();
  const agents = useInfiniteQuery({
    queryKey: ['agents'],
    queryFn: ({ pageParam }) => pageOfAgents(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  const attention = useQuery({
    queryKey: ['attention'],
    queryFn: attentionOf,
    enabled: may('getAttention'),
  });
  const listed = agents.data?.pages.flatMap((page) => page.agents) ?? [];
  const created = query.created;
  return (
    <Page title="Agents" lead="Each agent has its own memories. Open one to look into them.">
      {may('createAgent') && (
        <CreateAgent onCreated={(id) => route(`/app/?created=${encodeURIComponent(id)}`)} />
      )}
      {created && <ConnectAgent agentId={created} />}
      {attention.data && <NeedsAttention attention={attention.data} />}
      {agents.isPending && <Loading what="agents" />}
      {agents.isError && <Problem error={agents.error} retry={() => void agents.refetch()} />}
      {agents.isSuccess && listed.length === 0 && <NoAgents mayCreate={may('createAgent')} />}
      {listed.length > 0 && <AgentTable agents={listed} />}
      {agents.hasNextPage && (
        <button type="button" onClick={() => void agents.fetchNextPage()}>
          Show more agents
        </button>
      )}
    </Page>
  );
}

function NoAgents({ mayCreate }: { mayCreate: boolean }) {
  return (
    <Empty title="There is no agent yet">
      {mayCreate
        ? 'Give your first agent an id above, then connect an editor or a program to it.'
        : 'Your login is for agents that do not exist yet. Ask the person who manages this service.'}
    </Empty>
  );
}

function pageOfAgents(cursor: string | null): Promise<AgentPage> {
  const after = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
  return call<AgentPage>('GET', `/api/ui/agents?limit=${PAGE_SIZE}${after}`);
}

function AgentTable({ agents }: { agents: ListedAgent[] }) {
  return (
    <ul class="cards" role="list" aria-label="Agents">
      {agents.map((agent) => (
        <li key={agent.agentId} class="card">
          <a class="card-title" href={`/app/agents/${encodeURIComponent(agent.agentId)}`}>
            {agent.agentId}
          </a>
          <p class="quiet" dir="auto">
            {agent.description}
          </p>
          {agent.memoryCount !== null && <Numbers agent={agent} />}
          <a class="button small" href={`/app/?created=${encodeURIComponent(agent.agentId)}`}>
            Connect
          </a>
        </li>
      ))}
    </ul>
  );
}

function Numbers({ agent: { memoryCount, sessionCount, lastSession } }: { agent: ListedAgent }) {
  return (
    <dl class="facts">
      <div>
        <dt>Memories</dt>
        <dd>{memoryCount?.toLocaleString()}</dd>
      </div>
      <div>
        <dt>Sessions</dt>
        <dd>{sessionCount?.toLocaleString()}</dd>
      </div>
      <div>
        <dt>Last session</dt>
        <dd>
          <Time at={lastSession} form="ago" />
        </dd>
      </div>
    </dl>
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
