import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/preact-query';
import { useMemo } from 'preact/hooks';
import { useAgentId, useParameters } from '../data/address.ts';
import { counted } from '../data/attention.ts';
import { agentOf, service } from '../data/client.ts';
import { useLater } from '../data/use-later.ts';
import { AddMemory } from '../parts/add-memory.tsx';
import { Days, lastDayOf } from '../parts/days.tsx';
import { type Filters, FilterFields, useFilters } from '../parts/filters.tsx';
import { Page } from '../parts/page.tsx';
import { More, PageBlock } from '../parts/page-block.tsx';
import { Empty, Loading, Problem } from '../parts/problem.tsx';
import { TimeSlider } from '../parts/time-slider.tsx';
import { dateOf, fullOf } from '../parts/time.tsx';

const PAGE_SIZE = 50;
const MOST_AS_OF = 100;
/** While the slider moves. */
const SETTLE_MS = 120;
const WEEK_MS = 604_800_000;

/** What does the agent know, and what did it know then? */
export function TimelinePage() {
  const agentId = useAgentId();
  const [{ at }, change] = useParameters();
  const filters = useFilters();
  const now = useMemo(() => new Date(), [agentId, at === undefined]);
  const asOf = dateOf(at ?? null);
  const settled = useLater(at ?? null, SETTLE_MS);
  const agent = useQuery({
    queryKey: ['agent', agentId],
    queryFn: () => service.agents.get(agentId, { includeCounts: false }),
  });
  const born = dateOf(agent.data?.createdAt) ?? new Date(now.getTime() - WEEK_MS);
  return (
    <Page
      title={agentId}
      lead={agent.data?.description ?? 'What the agent remembers, newest first.'}
      action={<AddMemory agentId={agentId} />}
    >
      {agent.isError && <Problem error={agent.error} retry={() => void agent.refetch()} />}
      <TimeSlider
        from={born}
        to={now}
        at={asOf}
        onChange={(moment) => change({ at: moment?.toISOString() ?? null })}
      />
      <FilterFields hasStatus={asOf === null} />
      {asOf === null ? (
        <Now agentId={agentId} filters={filters} />
      ) : (
        <Then agentId={agentId} filters={filters} at={settled ?? asOf.toISOString()} />
      )}
    </Page>
  );
}

interface ListProps {
  agentId: string;
  filters: Filters;
}

function Now({ agentId, filters }: ListProps) {
  const listing = useInfiniteQuery({
    queryKey: ['memories', agentId, filters],
    queryFn: ({ pageParam }) =>
      agentOf(agentId).memories.list({ ...filters, limit: PAGE_SIZE, cursor: pageParam ?? undefined }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
  if (listing.isPending) return <Loading what="memories" />;
  if (listing.isError) return <Problem error={listing.error} retry={() => void listing.refetch()} />;
  const { pages } = listing.data;
  const total = pages[0]?.totalAvailable ?? 0;
  if (total === 0) return <NoMemories filters={filters} />;
  return (
    <>
      <p class="quiet" role="status">
        {counted(total, 'memory', 'memories')}
      </p>
      {pages.map((page, place) => (
        <PageBlock key={page.memories[0]?.id ?? place}>
          <Days agentId={agentId} memories={page.memories} after={lastDayOf(pages[place - 1]?.memories)} />
        </PageBlock>
      ))}
      {listing.hasNextPage && (
        <More
          name="Show more memories"
          isBusy={listing.isFetchingNextPage}
          load={() => void (listing.isFetchingNextPage || listing.fetchNextPage())}
        />
      )}
    </>
  );
}

function Then({ agentId, filters: { status: _, ...filters }, at }: ListProps & { at: string }) {
  const listing = useQuery({
    queryKey: ['memories', agentId, 'as of', at, filters],
    queryFn: () => agentOf(agentId).asOf(at, { ...filters, limit: MOST_AS_OF }),
    placeholderData: keepPreviousData,
  });
  if (listing.isPending) return <Loading what="memories" />;
  if (listing.isError) return <Problem error={listing.error} retry={() => void listing.refetch()} />;
  const { memories, count } = listing.data;
  const moment = new Date(at);
  return (
    <>
      <p class="quiet" role="status">
        {count === MOST_AS_OF ? `The newest ${MOST_AS_OF} memories` : counted(count, 'memory', 'memories')} as
        of {fullOf(moment)}
      </p>
      {count === 0 && (
        <Empty title="The agent knew nothing of this then">
          Move the slider to the right, or change the filters.
        </Empty>
      )}
      <Days agentId={agentId} memories={memories} asOf={moment} />
    </>
  );
}

function NoMemories({ filters: { status, ...filters } }: { filters: Filters }) {
  const isFiltered = status !== 'active' || Object.keys(filters).length > 0;
  return isFiltered ? (
    <Empty title="No memory passes the filters">Change or clear a filter.</Empty>
  ) : (
    <Empty title="The agent has no memories yet">
      Add one here, connect an editor or a program on the page <a href="/app/">Agents</a>, or upload a file.
    </Empty>
  );
}
