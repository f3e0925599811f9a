import { useInfiniteQuery, useQueryClient } from '@tanstack/preact-query';
import { useAgentId } from '../data/address.ts';
import { type MemoryRecord, service } from '../data/client.ts';
import { useMay } from '../data/login.ts';
import { memories } from '../data/memory-tasks.ts';
import { MemoryItem } from '../parts/memory-item.tsx';
import { Page } from '../parts/page.tsx';
import { More, PageBlock } from '../parts/page-block.tsx';
import { Empty, Failed, Loading, NotAllowed } from '../parts/problem.tsx';
import { SelectableMemories } from '../parts/selectable-memories.tsx';

const PAGE_SIZE = 50;

/** Which memories look planted, and which of them are right all the same? */
export function QuarantinePage() {
  const may = useMay();
  if (may('listQuarantine')) return <Held />;
  return (
    <Page title="Quarantine">
      <NotAllowed what="see what is quarantined" />
    </Page>
  );
}

function Held() {
  const agentId = useAgentId();
  const queries = useQueryClient();
  const read = (cursor: string | undefined) =>
    service.agents.quarantine(agentId, { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) });
  const held = useInfiniteQuery({
    queryKey: ['quarantine', agentId],
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const pages = held.data?.pages ?? [];
  const total = pages[0]?.totalAvailable ?? 0;
  return (
    <Page
      title="Quarantine"
      lead="Memories that look as if somebody planted them. Recall and answers leave them out until you release them."
    >
      {held.isPending && <Loading what="what is quarantined" />}
      <Failed query={held} />
      {held.isSuccess && total === 0 && (
        <Empty title="Nothing is quarantined">
          New memories are looked at when they are written. <TimelineLink agentId={agentId} />
        </Empty>
      )}
      {total > 0 && (
        <SelectableMemories
          agentId={agentId}
          memories={pages.flatMap((page) => page.memories)}
          total={total}
          readPage={read}
          filter={agentId}
          areHeld
          refresh={() => queries.invalidateQueries({ queryKey: ['quarantine', agentId] })}
        >
          <p class="quiet" role="status">
            {memories(total)}
          </p>
          {pages.map((page, place) => (
            <PageBlock key={page.memories[0]?.id ?? place}>
              <HeldList agentId={agentId} held={page.memories} />
            </PageBlock>
          ))}
        </SelectableMemories>
      )}
      <More name="Show more memories" query={held} />
    </Page>
  );
}

function HeldList({ agentId, held }: { agentId: string; held: readonly MemoryRecord[] }) {
  return (
    <ul role="list" class="sheet" aria-label="Quarantined memories">
      {held.map((memory) => (
        <MemoryItem
          key={memory.id}
          agentId={agentId}
          memory={memory}
          note={<span class="state">{memory.trustReasons.join(', ').replaceAll('_', ' ')}</span>}
        />
      ))}
    </ul>
  );
}

function TimelineLink({ agentId }: { agentId: string }) {
  return <a href={`/app/agents/${encodeURIComponent(agentId)}`}>To the timeline</a>;
}
