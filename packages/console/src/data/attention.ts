import { call } from './http.ts';

export interface Attention {
  items: { text: string; href: string }[];
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

/** What a person should look at. */
export async function attentionOf(): Promise<Attention> {
  const { agents, embeddingsWaiting } = await call<AttentionBody>('GET', '/api/ui/attention');
  const items = agents.flatMap(itemsOf);
  if (embeddingsWaiting > 0)
    items.push({ text: `${embeddingsWaiting.toLocaleString()} embeddings wait`, href: '/app/system' });
  return { items };
}

function itemsOf(agent: AgentAttention): Attention['items'] {
  const base = `/app/agents/${encodeURIComponent(agent.agentId)}`;
  const { openConflicts, conflictDay, failedFiles, heldSweeps, agentId } = agent;
  return [
    ...(openConflicts > 0
      ? [{ text: `${agentId}: ${counted(openConflicts, 'open conflict')}`, href: `${base}/conflicts?date=${conflictDay}` }]
      : []),
    ...(failedFiles > 0 ? [{ text: `${agentId}: ${counted(failedFiles, 'failed file')}`, href: `${base}/files` }] : []),
    ...(heldSweeps > 0 ? [{ text: `${agentId}: ${counted(heldSweeps, 'held sweep')}`, href: `${base}/policy` }] : []),
  ];
}

export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? noun : plural}`;
}
