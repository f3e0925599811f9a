import { useQuery } from '@tanstack/preact-query';
import { call } from './http.ts';
import { useMay } from './login.ts';

export interface Attention {
  items: { text: string; href: string }[];
  agents: AgentAttention[];
}

interface AgentAttention {
  agentId: string;
  openConflicts: number;
  conflictDay: string | null;
  failedFiles: number;
  heldSweeps: number;
}

interface AttentionBody {
  agents: AgentAttention[];
  embeddingsWaiting: number;
}

export const attentionQuery = { queryKey: ['attention'], queryFn: attentionOf };

/** What a person should look at. `data` is undefined while that is not known, and for a login that may not. */
export function useAttention() {
  const may = useMay();
  return useQuery({ ...attentionQuery, enabled: may('getAttention') });
}

/** Of so many agents the service reports. */
export const MOST_AGENTS = 50;

/** Open conflicts of an agent, on all days, and a day that has some. */
export function useOpenConflicts(agentId: string): { count: number; day: string | null } {
  const of = useAttention().data?.agents.find((each) => each.agentId === agentId);
  return { count: of?.openConflicts ?? 0, day: of?.conflictDay ?? null };
}

async function attentionOf(): Promise<Attention> {
  const { agents, embeddingsWaiting } = await call<AttentionBody>('GET', '/api/ui/attention');
  const items = agents.flatMap(itemsOf);
  if (embeddingsWaiting > 0)
    items.push({ text: `${embeddingsWaiting.toLocaleString()} embeddings wait`, href: '/app/system' });
  return { items, agents };
}

function itemsOf(agent: AgentAttention): Attention['items'] {
  const base = `/app/agents/${encodeURIComponent(agent.agentId)}`;
  const { openConflicts, failedFiles, heldSweeps, agentId } = agent;
  return [
    ...(openConflicts > 0
      ? [{ text: `${agentId}: ${counted(openConflicts, 'open conflict')}`, href: `${base}/conflicts` }]
      : []),
    ...(failedFiles > 0 ? [{ text: `${agentId}: ${counted(failedFiles, 'failed file')}`, href: `${base}/files` }] : []),
    ...(heldSweeps > 0 ? [{ text: `${agentId}: ${counted(heldSweeps, 'held sweep')}`, href: `${base}/policy` }] : []),
  ];
}

export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? noun : plural}`;
}
