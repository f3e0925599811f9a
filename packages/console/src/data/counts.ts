import { dateOf } from '../parts/time.tsx';
import type { MemoryRecord } from './client.ts';
import { call } from './http.ts';

export interface CountGroup {
  name: string;
  count: number;
  /** Of each part of the time; null where numbers are not by time. */
  counts: number[] | null;
  memories: MemoryRecord[] | null;
}

export interface Counts {
  /** The first and the last memory. */
  first: Date | null;
  last: Date | null;
  since: Date;
  until: Date;
  groups: CountGroup[];
}

interface CountsOptions {
  by: 'type' | 'tag' | 'source' | 'change' | 'agent' | 'client' | 'certainty';
  agentId?: string;
  since?: Date | null;
  until?: Date | null;
  buckets?: number;
  part?: string;
}

/** Numbers of memories or recalls, of an agent or of all. */
export function countsQuery({ by, agentId, since, until, buckets, part }: CountsOptions) {
  const values = { by, agent_id: agentId, since: since?.toISOString(), until: until?.toISOString(), buckets, part };
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  // Loaded again with the lists of the agent.
  const queryKey = agentId === undefined ? ['counts', query] : ['memories', agentId, 'counts', query];
  return { queryKey, queryFn: async () => countsOf(await call<Counts>('GET', `/api/ui/counts?${query}`)) };
}

function countsOf(body: Counts): Counts {
  const now = new Date();
  return {
    ...body,
    first: dateOf(body.first),
    last: dateOf(body.last),
    since: dateOf(body.since) ?? now,
    until: dateOf(body.until) ?? now,
  };
}
