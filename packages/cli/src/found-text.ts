import type { RecallResponse } from '@agent-memory/client';
import { memoriesText } from './memory-text.ts';

type Found = Pick<RecallResponse, 'memories' | 'verdict' | 'leftOut'>;

/** The memories, and with a cut how sure it is that they bear on the query. `agentId`: the agent that asked. */
export function foundText({ memories: found, verdict, leftOut = 0 }: Found, agentId: string): string {
  const memories = found.map((memory) =>
    memory.agentId === agentId ? memory : { ...memory, of: memory.agentId },
  );
  if (verdict === undefined) return memoriesText(memories, 'No memory fits.');
  const rest = leftOut === 0 ? '' : `${leftOut} left out: recall without --cut lists them.`;
  const parts = [
    ...(verdict === 'weak' ? ['This may bear on the question:'] : []),
    memoriesText(memories, 'Nothing in memory bears on this question.'),
    ...(rest === '' ? [] : [rest]),
  ];
  return parts.join('\n\n');
}
