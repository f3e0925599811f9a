import { useEffect, useState } from 'preact/hooks';
import { agentOf, type MemoryRecord, type MemoryTrace } from './client.ts';
import { useMay } from './login.ts';

export interface FirstCall {
  /** The first recall or answer of an editor; null while there is none. */
  trace: MemoryTrace | null;
  /** The first memory that an editor stored; null while there is none. */
  memory: MemoryRecord | null;
  /** Whether recalls and answers are shown to this login, and recorded by the service. */
  seesRecalls: boolean;
  error: unknown;
}

const NOTHING: FirstCall = { trace: null, memory: null, seesRecalls: true, error: null };

/** What another program than the console does with the agent from now on, by the streams of the agent. */
export function useFirstCall(agentId: string): FirstCall {
  const may = useMay();
  const [mayTraces, mayEvents] = [may('streamTraces'), may('streamEvents')];
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    const control = new AbortController();
    const add = (part: Partial<FirstCall>) => {
      if (!control.signal.aborted) setFound((known) => ({ ...known, ...part }));
    };
    setFound({ ...NOTHING, seesRecalls: mayTraces });
    const follow = async () => {
      const watch = { since: await serviceTime(), signal: control.signal };
      await Promise.all([
        mayTraces && firstTrace(agentId, watch, () => add({ seesRecalls: false })).then((trace) => add({ trace })),
        mayEvents && firstMemory(agentId, watch).then((memory) => add({ memory })),
      ]);
    };
    follow().catch((error: unknown) => add({ error }));
    return () => control.abort();
  }, [agentId, mayTraces, mayEvents]);
  return found;
}

interface Watch {
  since: Date;
  signal: AbortSignal;
}

/** What happens until a stream begins must not be missed, and the clock of this machine may be another. */
async function serviceTime(): Promise<Date> {
  const { headers } = await fetch('/live');
  return new Date(headers.get('date') ?? Date.now());
}

async function firstMemory(agentId: string, watch: Watch): Promise<MemoryRecord | null> {
  const agent = agentOf(agentId);
  for await (const event of agent.events(watch)) {
    const [id] = event.kind === 'memory.created' ? event.memoryIds : [];
    if (id !== undefined && 'actor' in event && event.actor !== 'console') return agent.memories.get(id);
  }
  return null;
}

/** Null, after `isOff` was called, where the service records none. */
async function firstTrace(agentId: string, watch: Watch, isOff: () => void): Promise<MemoryTrace | null> {
  const { traces } = agentOf(agentId);
  const isMeant = ({ client }: MemoryTrace) => client !== 'console';
  for await (const event of traces.follow({ signal: watch.signal })) {
    if (event.kind === 'trace' && isMeant(event)) return event;
    if (event.kind === 'ready' && event.trace === 'off') {
      isOff();
      return null;
    }
    if (event.kind !== 'ready' && event.kind !== 'skipped') continue;
    const missed = (await traces.list({ since: watch.since })).traces.filter(isMeant).at(-1);
    if (missed) return missed;
  }
  return null;
}
