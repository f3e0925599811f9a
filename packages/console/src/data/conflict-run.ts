import { errorOf } from '../../../client/src/errors.ts';
import { eventsOf } from '../../../client/src/lines.ts';
import { reach } from './http.ts';

export interface Progress {
  message: string;
  done: number;
  total: number;
}

/** Looks for the conflicts of a day, and reports how far it is. */
export async function findConflicts(agentId: string, date: string, report: (progress: Progress) => void): Promise<void> {
  const response = await reach('/api/ui/conflicts/generate/stream', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ agent_id: agentId, date }),
  });
  if (!response.ok) throw await errorOf(response);
  for await (const { event, data } of eventsOf(piecesOf(response))) {
    if (event === 'progress') report(data as Progress);
    if (event === 'error') throw new Error((data as { message: string }).message);
    if (event === 'done') return;
  }
  throw new Error('The search for conflicts broke off');
}

async function* piecesOf(response: Response): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  for (;;) {
    const piece = await reader?.read();
    if (!piece || piece.done) return;
    yield piece.value;
  }
}
