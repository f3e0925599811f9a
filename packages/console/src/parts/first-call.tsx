import { useQuery } from '@tanstack/preact-query';
import { useEffect, useRef, useState } from 'preact/hooks';
import { agentOf, type MemoryRecord } from '../data/client.ts';
import { call } from '../data/http.ts';
import { useMay } from '../data/login.ts';
import { clientWords } from '../data/memory-words.ts';
import { MemoryItem } from './memory-item.tsx';
import { Problem } from './problem.tsx';
import { Time } from './time.tsx';

/** There is no stream of reads. */
const POLL_MS = 5_000;
/** A call is in the log when it is done: its memory is a little older. */
const CALL_MS = 10_000;

interface Call {
  ts: string;
  tool: string;
  op: string;
}

/** Waits for the first call of an editor since the page was opened, and then for its first memory. */
export function FirstCall({ agentId }: { agentId: string }) {
  const may = useMay()('listUiActivity');
  const before = useRef<string | null>(null);
  const first = useQuery({
    queryKey: ['first-call', agentId],
    queryFn: () => firstCall(agentId, before),
    gcTime: 0,
    enabled: may,
    refetchInterval: ({ state }) => (state.data ? false : POLL_MS),
  });
  const memory = useFirstMemory(agentId, first.data?.ts ?? null, may);
  return (
    <section class="panel" aria-labelledby="first" aria-live="polite">
      <h2 id="first">3. See that it works</h2>
      {first.data ? (
        <p role="status">
          <span class="state good">connected</span> {clientWords(first.data.tool)} called{' '}
          <Time at={first.data.ts} form="ago" />: {first.data.op}.
        </p>
      ) : (
        memory === null && <p class="loading">Waiting for your editor… This page shows its first call.</p>
      )}
      {first.isError && <Problem error={first.error} retry={() => void first.refetch()} />}
      {memory === null && first.data && (
        <p class="loading">Ask it to remember something: the memory appears here.</p>
      )}
      {memory !== null && (
        <>
          <p>Its first memory is here:</p>
          <ul role="list" aria-label="First memory">
            <MemoryItem agentId={agentId} memory={memory} />
          </ul>
          <a class="button" href={`/app/agents/${encodeURIComponent(agentId)}`}>
            Open the timeline
          </a>
        </>
      )}
    </section>
  );
}

/** By the stream of events, from the first call on; at once where calls are not shown to this login. */
function useFirstMemory(agentId: string, called: string | null, seesCalls: boolean): MemoryRecord | null {
  const [memory, setMemory] = useState<MemoryRecord | null>(null);
  const may = useMay()('streamEvents');
  useEffect(() => {
    if (!may || (seesCalls && called === null)) return;
    const control = new AbortController();
    const since = called === null ? {} : { since: new Date(Date.parse(called) - CALL_MS) };
    firstMemory(agentId, { ...since, signal: control.signal }).then(setMemory, () => undefined);
    return () => control.abort();
  }, [agentId, may, called, seesCalls]);
  return memory;
}

type EventsOptions = Parameters<ReturnType<typeof agentOf>['events']>[0];

async function firstMemory(agentId: string, options: EventsOptions): Promise<MemoryRecord | null> {
  const agent = agentOf(agentId);
  for await (const event of agent.events(options)) {
    const [id] = event.kind === 'memory.created' ? event.memoryIds : [];
    if (id !== undefined && 'actor' in event && event.actor !== 'console') return agent.memories.get(id);
  }
  return null;
}

/** Null while there is none. `before` keeps the newest call that was there already, by the clock of the service. */
async function firstCall(agentId: string, before: { current: string | null }): Promise<Call | null> {
  const query = new URLSearchParams({ days: '1', agent_id: agentId });
  const { events } = await call<{ events: Call[] }>('GET', `/api/ui/activity?${query.toString()}`);
  const calls = events.filter(({ tool }) => tool !== 'console').sort((a, b) => (a.ts < b.ts ? -1 : 1));
  if (before.current === null) {
    before.current = calls.at(-1)?.ts ?? '';
    return null;
  }
  const known = before.current;
  return calls.find(({ ts }) => ts > known) ?? null;
}
