import { keepPreviousData, useInfiniteQuery } from '@tanstack/preact-query';
import { useLocation } from 'preact-iso';
import { useParameters } from '../data/address.ts';
import { type Attention, useAttention } from '../data/attention.ts';
import { call } from '../data/http.ts';
import { useMay } from '../data/login.ts';
import { CreateAgent } from '../parts/create-agent.tsx';
import { TextFilter } from '../parts/filters.tsx';
import { Page } from '../parts/page.tsx';
import { Empty, Failed, Loading } from '../parts/problem.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { dateOf, Time } from '../parts/time.tsx';
import { useSideBySide } from '../ui/side-by-side.ts';

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
  const { route } = useLocation();
  const may = useMay();
  return (
    <Page title="Agents" lead="Each agent has its own memories. Open one to look into them." isRoomy>
      {may('createAgent') && (
        <CreateAgent onCreated={(id) => route(`/app/agents/${encodeURIComponent(id)}/connect`)} />
      )}
      <AgentList mayCreate={may('createAgent')} />
    </Page>
  );
}

function AgentList({ mayCreate }: { mayCreate: boolean }) {
  const [{ find = '', sort = 'newest' }, change] = useParameters();
  const agents = useInfiniteQuery({
    queryKey: ['agents', 'listed', find],
    queryFn: ({ pageParam }) => pageOfAgents(find, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
  const attention = useAttention();
  // What stands above the list comes with it: later, it would move the list down under the reader's hand.
  if (agents.isPending || attention.isLoading) return <Loading what="agents" />;
  // What was loaded stays when it cannot be loaded again.
  if (!agents.data) return <Failed query={agents} />;
  const listed = agents.data.pages.flatMap((page) => page.agents);
  if (listed.length === 0 && find === '') return <NoAgents mayCreate={mayCreate} />;
  return (
    <>
      <Failed query={agents} />
      <NeedsAttention attention={attention.data} />
      <div class="row">
        <div class="grow">
          <TextFilter label="Find an agent by a part of its id" name="find" />
        </div>
        <SelectField
          label="Sort by"
          value={sort}
          options={SORTS}
          change={(next) => change({ sort: next === 'newest' ? null : next })}
        />
      </div>
      {sort !== 'newest' && agents.hasNextPage && (
        <p class="quiet">
          Of the {listed.length.toLocaleString()} newest agents: show more below to sort them too.
        </p>
      )}
      {listed.length === 0 ? <NotFound part={find} /> : <Listed agents={sorted(listed, sort)} />}
      {agents.hasNextPage && (
        <button type="button" onClick={() => void agents.fetchNextPage()}>
          Show more agents
        </button>
      )}
    </>
  );
}

const SORTS = [
  ['newest', 'Newest'],
  ['size', 'Most memories'],
  ['used', 'Last used'],
  ['name', 'Name'],
] as const;

function sorted(agents: readonly ListedAgent[], by: string): ListedAgent[] {
  const timeOf = ({ lastSession }: ListedAgent) => dateOf(lastSession)?.getTime() ?? 0;
  return [...agents].sort((a, b) => {
    if (by === 'size') return (b.memoryCount ?? 0) - (a.memoryCount ?? 0);
    if (by === 'used') return timeOf(b) - timeOf(a);
    return by === 'name' ? a.agentId.localeCompare(b.agentId) : 0;
  });
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

function NotFound({ part }: { part: string }) {
  return (
    <Empty title={`No agent has “${part}” in its id`}>
      <a href="/app/">Show all agents</a>
    </Empty>
  );
}

function pageOfAgents(part: string, cursor: string | null): Promise<AgentPage> {
  const query = new URLSearchParams({
    limit: String(PAGE_SIZE),
    ...(part !== '' && { part }),
    ...(cursor !== null && { cursor }),
  });
  return call<AgentPage>('GET', `/api/ui/agents?${query.toString()}`);
}

function Listed({ agents }: { agents: ListedAgent[] }) {
  return useSideBySide() ? <AgentTable agents={agents} /> : <AgentCards agents={agents} />;
}

const pathOf = ({ agentId }: ListedAgent) => `/app/agents/${encodeURIComponent(agentId)}`;

/** Where there is room: numbers in columns can be compared. */
function AgentTable({ agents }: { agents: ListedAgent[] }) {
  const hasNumbers = agents.some(({ memoryCount }) => memoryCount !== null);
  return (
    <table class="sheet listed" aria-label="Agents">
      <thead>
        <tr>
          <th scope="col">Agent</th>
          <th scope="col">Description</th>
          {hasNumbers && (
            <>
              <th scope="col" class="count">
                Memories
              </th>
              <th scope="col" class="count">
                Sessions
              </th>
              <th scope="col">Last session</th>
            </>
          )}
          <td />
        </tr>
      </thead>
      <tbody>
        {agents.map((agent) => (
          <AgentRow key={agent.agentId} agent={agent} hasNumbers={hasNumbers} />
        ))}
      </tbody>
    </table>
  );
}

function AgentRow({ agent, hasNumbers }: { agent: ListedAgent; hasNumbers: boolean }) {
  const { agentId, description, memoryCount, sessionCount, lastSession } = agent;
  return (
    <tr>
      <th scope="row">
        <a class="memory-title" href={pathOf(agent)} title={agentId}>
          {agentId}
        </a>
      </th>
      <td class="rest" dir="auto" title={description ?? undefined}>
        {description}
      </td>
      {hasNumbers && (
        <>
          <td class="count">{memoryCount?.toLocaleString()}</td>
          <td class="count">{sessionCount?.toLocaleString()}</td>
          <td>
            <Time at={lastSession} form="ago" />
          </td>
        </>
      )}
      <td>
        <a class="button small" href={`${pathOf(agent)}/connect`} aria-label={`Connect ${agentId}`}>
          Connect
        </a>
      </td>
    </tr>
  );
}

function AgentCards({ agents }: { agents: ListedAgent[] }) {
  return (
    <ul class="cards" role="list" aria-label="Agents">
      {agents.map((agent) => (
        <li key={agent.agentId} class="card">
          <a class="card-title" href={pathOf(agent)}>
            {agent.agentId}
          </a>
          <p class="quiet" dir="auto">
            {agent.description}
          </p>
          {agent.memoryCount !== null && <Numbers agent={agent} />}
          <a class="button small" href={`${pathOf(agent)}/connect`}>
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

function NeedsAttention({ attention }: { attention: Attention | undefined }) {
  if (!attention?.items.length) return null;
  return (
    <section class="attention" aria-labelledby="attention">
      <h2 id="attention">Needs attention</h2>
      <ul role="list">
        {attention.items.map(({ text, href }) => (
          <li key={text}>
            <a href={href}>{text}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
