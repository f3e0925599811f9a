import { useInfiniteQuery } from '@tanstack/preact-query';
import { useEffect, useState } from 'preact/hooks';
import { agentOf, type MemoryTrace } from './client.ts';

const PAGE_SIZE = 30;
/** Lines that came while the page is open, and stay in it. */
const MOST_ARRIVED = 500;
/** So many are looked for that came while the stream was lost. */
const MISSED = 100;

export interface Following {
  state: 'connecting' | 'live' | 'lost';
  /** What the service keeps of each recall; null while it is not known. */
  kept: 'off' | 'ids' | 'full' | null;
  /** Why the stream has ended for good. */
  error: unknown;
}

/** The traces of an agent, newest first: a list by pages, and what comes while the page is open. */
export function useLive(agentId: string) {
  const [arrived, setArrived] = useState<MemoryTrace[]>([]);
  const [following, setFollowing] = useState<Following>({ state: 'connecting', kept: null, error: null });
  const list = useInfiniteQuery({
    queryKey: ['traces', agentId],
    queryFn: ({ pageParam }) =>
      agentOf(agentId).traces.list({ limit: PAGE_SIZE, cursor: pageParam ?? undefined }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  useEffect(() => {
    const stop = new AbortController();
    const add = (traces: readonly MemoryTrace[]) =>
      setArrived((known) => merged([...traces, ...known]).slice(0, MOST_ARRIVED));
    // What came before the stream began, or while it was lost.
    const catchUp = async () => add((await agentOf(agentId).traces.list({ limit: MISSED })).traces);
    const follow = async () => {
      for await (const event of agentOf(agentId).traces.follow({ signal: stop.signal })) {
        if (event.kind === 'trace') add([event]);
        if (event.kind === 'ready') setFollowing({ state: 'live', kept: event.trace, error: null });
        if (event.kind === 'lost') setFollowing((known) => ({ ...known, state: 'lost' }));
        if (event.kind === 'ready' || event.kind === 'skipped') await catchUp();
      }
    };
    setArrived([]);
    follow().catch((error: unknown) => {
      if (!stop.signal.aborted) setFollowing((known) => ({ ...known, state: 'lost', error }));
    });
    return () => stop.abort();
  }, [agentId]);
  const listed = list.data?.pages.flatMap(({ traces }) => traces) ?? [];
  return { list, following, lines: merged([...arrived, ...listed]) };
}

/** Ids are in the order of the questions. */
function merged(traces: readonly MemoryTrace[]): MemoryTrace[] {
  const byId = new Map(traces.map((trace) => [trace.traceId, trace]));
  return [...byId.values()].sort((one, other) => (one.traceId < other.traceId ? 1 : -1));
}
