import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/preact-query';
import { useMemo } from 'preact/hooks';
import { useAgentId, useParameters } from '../data/address.ts';
import { counted } from '../data/attention.ts';
import { agentOf, type MemoryRecord, service } from '../data/client.ts';
import { useMay } from '../data/login.ts';
import { useLater } from '../data/use-later.ts';
import { AddMemory } from '../parts/add-memory.tsx';
import { Beside } from '../parts/beside.tsx';
import { Days, lastDayOf } from '../parts/days.tsx';
import { type Filters, FilterFields, useFilters } from '../parts/filters.tsx';
import { Found } from '../parts/found.tsx';
import { HeldNotice } from '../parts/held-notice.tsx';
import { Page } from '../parts/page.tsx';
import { More, PageBlock } from '../parts/page-block.tsx';
import { Empty, Failed, Loading, Problem } from '../parts/problem.tsx';
import { SelectableMemories } from '../parts/selectable-memories.tsx';
import { Switch } from '../parts/switch.tsx';
import { TimeSlider } from '../parts/time-slider.tsx';
import { dateOf, fullOf } from '../parts/time.tsx';

const PAGE_SIZE = 50;
/** Of the pages that are read to select all: the most that the service sends. */
const ALL_PAGE_SIZE = 100;
/** While the slider moves. */
const SETTLE_MS = 120;

/** What does the agent know, and what did it know then? */
export function TimelinePage() {
  const agentId = useAgentId();
  const [{ at }, change] = useParameters();
  const now = useMemo(() => new Date(), [agentId, at === undefined]);
  const asOf = dateOf(at ?? null);
  const may = useMay();
  const agent = useQuery({
    queryKey: ['agent', agentId],
    queryFn: () => service.agents.get(agentId, { includeCounts: false }),
    enabled: may('getAgent'),
  });
  const start = useStart(agentId, dateOf(agent.data?.createdAt));
  if (agent.isError && !agent.data)
    return (
      <Page title={agentId}>
        <Problem error={agent.error} retry={() => void agent.refetch()} />
      </Page>
    );
  return (
    <Page
      title={agentId}
      lead={agent.data?.description ?? 'What the agent remembers, newest first.'}
      action={may('remember') && <AddMemory agentId={agentId} />}
    >
      <TimeSlider
        agentId={agentId}
        from={start}
        to={now}
        at={asOf}
        onChange={(moment) => change({ at: moment?.toISOString() ?? null })}
      />
      <Beside agentId={agentId}>
        <FilterFields hasStatus={asOf === null} hasWords />
        <Shown agentId={agentId} asOf={asOf} />
      </Beside>
    </Page>
  );
}

/** What words are found in, or else all, day by day. */
function Shown({ agentId, asOf }: { agentId: string; asOf: Date | null }) {
  const [{ at, current, q }, change] = useParameters();
  const filters = useFilters();
  const settled = useLater(at ?? null, SETTLE_MS);
  if (q) return <Found agentId={agentId} text={q} filters={filters} at={asOf} />;
  return (
    <>
      {asOf === null && (
        <Switch
          label="Hide what no longer holds"
          isOn={current === '1'}
          change={(isOn) => change({ current: isOn ? '1' : null })}
        />
      )}
      <Memories
        agentId={agentId}
        filters={filters}
        at={asOf && (settled ?? asOf.toISOString())}
        isCurrentOnly={current === '1' && asOf === null}
      />
    </>
  );
}

interface MemoriesProps {
  agentId: string;
  filters: Filters;
  /** Null: now. */
  at: string | null;
}

interface ListProps extends MemoriesProps {
  isCurrentOnly: boolean;
}

function Memories({ agentId, filters, at, isCurrentOnly }: ListProps) {
  const listing = useInfiniteQuery({
    queryKey: ['memories', agentId, at, filters],
    queryFn: ({ pageParam }) => readPage({ agentId, filters, at }, pageParam ?? undefined),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
  if (listing.isPending) return <Loading what="memories" />;
  // What was loaded stays when it, or more, cannot be loaded.
  if (!listing.data) return <Failed query={listing} />;
  const { pages } = listing.data;
  const asOf = dateOf(at);
  if (pages[0]?.memories.length === 0) return <NoMemories agentId={agentId} filters={filters} at={at} />;
  return (
    <SelectableMemories
      agentId={agentId}
      memories={pages.flatMap((page) => shownOf(page, isCurrentOnly))}
      total={isCurrentOnly ? null : (pages[0]?.totalAvailable ?? null)}
      readPage={async (cursor) => {
        const page = await readPage({ agentId, filters, at }, cursor, ALL_PAGE_SIZE);
        return { ...page, memories: shownOf(page, isCurrentOnly) };
      }}
      filter={JSON.stringify([agentId, at, filters, isCurrentOnly])}
    >
      <Failed query={listing} />
      <p class="quiet" role="status">
        {asOf && `As of ${fullOf(asOf)}: `}
        {countOf(pages)}
        {isCurrentOnly && hiddenText(pages)}
        {asOf === null && <HeldNotice agentId={agentId} />}
      </p>
      {pages.map((page, place) => (
        <PageBlock key={page.memories[0]?.id ?? place}>
          <Days
            agentId={agentId}
            memories={shownOf(page, isCurrentOnly)}
            after={lastDayOf(pages.slice(0, place).flatMap((each) => shownOf(each, isCurrentOnly)))}
            asOf={asOf}
          />
        </PageBlock>
      ))}
      <More name="Show more memories" query={listing} />
    </SelectableMemories>
  );
}

interface MemoryPage {
  memories: MemoryRecord[];
  nextCursor: string | null;
  /** Not counted for the past. */
  totalAvailable?: number;
}

function readPage(
  { agentId, filters, at }: MemoriesProps,
  cursor?: string,
  limit = PAGE_SIZE,
): Promise<MemoryPage> {
  if (at === null) return agentOf(agentId).memories.list({ ...filters, limit, cursor });
  const { status: _, ...others } = filters;
  return agentOf(agentId).asOf(at, { ...others, limit, cursor });
}

function countOf(pages: readonly MemoryPage[]): string {
  const total = pages[0]?.totalAvailable;
  if (total !== undefined) return counted(total, 'memory', 'memories');
  const loaded = pages.reduce((sum, { memories }) => sum + memories.length, 0);
  return pages.at(-1)?.nextCursor
    ? `the newest ${loaded.toLocaleString()} memories, with more below`
    : counted(loaded, 'memory', 'memories');
}

function shownOf({ memories }: MemoryPage, isCurrentOnly: boolean): MemoryRecord[] {
  return isCurrentOnly ? memories.filter(holds) : memories;
}

/** What is expired has a filter of its own. */
function holds({ status, current }: MemoryRecord): boolean {
  return status === 'expired' || current;
}

function hiddenText(pages: readonly MemoryPage[]): string {
  const hidden = pages.flatMap(({ memories }) => memories).filter((memory) => !holds(memory)).length;
  return hidden === 0 ? '' : `, ${hidden.toLocaleString()} of the loaded ones hidden`;
}

/** When the agent or its oldest memory was created, null until that is known: an import can bring older memories. */
function useStart(agentId: string, created: Date | null): Date | null {
  const oldest = useQuery({
    queryKey: ['memories', agentId, 'start'],
    queryFn: () => oldestOf(agentId),
  });
  return oldest.isPending ? null : (oldest.data ?? created);
}

async function oldestOf(agentId: string): Promise<Date | null> {
  for await (const { createdAt } of agentOf(agentId).all({ limit: 1 })) return createdAt;
  return null;
}

function NoMemories({ agentId, filters: { status, ...filters }, at }: MemoriesProps) {
  const may = useMay();
  const id = encodeURIComponent(agentId);
  if (at !== null)
    return (
      <Empty title="The agent knew nothing of this then">
        Move the slider to the right, or change the filters.
      </Empty>
    );
  if (status !== 'active' || Object.keys(filters).length > 0)
    return <Empty title="No memory passes the filters">Change or clear a filter.</Empty>;
  if (!may('remember'))
    return (
      <Empty title="There is no memory here yet">
        What the agent remembers, and your login may see, will be shown here.
      </Empty>
    );
  return (
    <Empty title="The agent has no memories yet">
      Add one here, <a href={`/app/?created=${id}`}>connect an editor or a program</a>, or{' '}
      <a href={`/app/agents/${id}/files`}>upload a file</a>.
    </Empty>
  );
}
